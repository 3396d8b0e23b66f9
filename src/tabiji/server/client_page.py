"""The page of the client: the same at every address, but for what links to it tell elsewhere."""

from __future__ import annotations

from pathlib import Path

from litestar import Response

from tabiji.server.api_error import ApiError

CLIENT = Path(__file__).parent / "client"  # built from web/


def page_response(head: str = "") -> Response[bytes]:
    """The page, with more in its head."""
    index = CLIENT / "index.html"
    if not index.exists():
        raise ApiError("not_ready", "the client is not built: run `make web`, or use the API at /api")
    content = index.read_bytes()
    if head:
        content = content.replace(b"</head>", f"  {head}\n  </head>".encode(), 1)
    return Response(content, media_type="text/html", headers={"cache-control": "no-cache"})
