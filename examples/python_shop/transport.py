"""One HTTP request, over `requests` where it is installed, and else over the standard library.

TRANSPORT=urllib or TRANSPORT=requests in the environment names one of them.
"""

from __future__ import annotations

import http.client
import json
import os
import urllib.error
import urllib.request
from dataclasses import dataclass
from typing import Any, Callable, Mapping, Optional

try:
    import requests
except ImportError:
    requests = None

# Longer than the gateway holds a request for events.
TIMEOUT_SECONDS = 60


class NoAnswer(Exception):
    """Nobody answered, or not the gateway. The request may have arrived all the same."""


@dataclass(frozen=True)
class Answer:
    """What the gateway answered. The names of headers are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: Mapping[str, Any]

    @property
    def data(self) -> Any:
        return self.body.get("data")

    @property
    def error_code(self) -> Optional[str]:
        return self.headers.get("error-code")


Send = Callable[[str, str, Mapping[str, str], Optional[bytes]], Answer]


def send_with_requests(
    method: str, url: str, headers: Mapping[str, str], body: Optional[bytes]
) -> Answer:
    try:
        got = requests.request(
            method, url, headers=headers, data=body, timeout=TIMEOUT_SECONDS, allow_redirects=False
        )
        return _answer(got.status_code, got.headers, got.content)
    except requests.RequestException as error:
        raise NoAnswer(str(error)) from error


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_args: Any) -> None:
        return None


_opener = urllib.request.build_opener(_NoRedirects)


def send_with_urllib(
    method: str, url: str, headers: Mapping[str, str], body: Optional[bytes]
) -> Answer:
    request = urllib.request.Request(url, data=body, headers=dict(headers), method=method)
    try:
        try:
            got = _opener.open(request, timeout=TIMEOUT_SECONDS)
        except urllib.error.HTTPError as error:
            got = error  # An answer like any other: its status is 300 or more.
        with got:
            return _answer(got.status, got.headers, got.read())
    except (OSError, http.client.HTTPException) as error:
        raise NoAnswer(str(error)) from error


def _answer(status: int, headers: Mapping[str, str], text: bytes) -> Answer:
    try:
        body = json.loads(text)
    except ValueError as error:
        raise NoAnswer(f"an answer {status} that is not JSON") from error
    if not isinstance(body, dict):
        raise NoAnswer(f"an answer {status} that is not the gateway's")
    return Answer(status, {name.lower(): value for name, value in headers.items()}, body)


def default_transport() -> Send:
    named = os.environ.get("TRANSPORT")
    if named == "urllib" or (named is None and requests is None):
        return send_with_urllib
    if requests is None:
        raise SystemExit(
            "requests is missing: pip install requests, or apt-get install python3-requests"
        )
    return send_with_requests
