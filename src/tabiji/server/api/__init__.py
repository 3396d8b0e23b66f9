"""The HTTP interface; `GET /api/openapi.json` describes it."""
