"""The security headers of every response."""

from __future__ import annotations

_HEADERS = {
    "content-security-policy": (
        "default-src 'self'; connect-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
SECURITY_HEADERS = [(name.encode(), value.encode()) for name, value in _HEADERS.items()]
HSTS = (b"strict-transport-security", b"max-age=31536000")  # of those that came by HTTPS
