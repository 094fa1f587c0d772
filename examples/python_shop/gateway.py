"""The calls of the gateway that a shop needs, and the proof that a webhook is the gateway's."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import os
import re
import time
from typing import Any, Iterator, Mapping, Optional
from urllib.parse import quote, urlencode

from transport import Answer, NoAnswer, Send

EVENTS_WAIT_SECONDS = 30
RETRY_SECONDS = float(os.environ.get("RETRY_S", "5"))
WEBHOOK_TOLERANCE_SECONDS = 300


class Gateway:
    """Each call is one request. It gives the answer, of whatever status, or raises NoAnswer."""

    def __init__(
        self, base_url: str, secret_key: str, public_key: str, pin: str, send: Send
    ) -> None:
        self._root = f"{base_url.rstrip('/')}/api/v1/"
        self._secret_key = secret_key
        self._public_key = public_key
        self._pin = pin
        self._send = send

    def collect_money(self, payment: Mapping[str, Any]) -> Answer:
        return self._post("collect-money", payment)

    def send_money(self, payment: Mapping[str, Any]) -> Answer:
        return self._post("send-money", {**payment, "pin": self._pin})

    def refund(self, reference: str, collection: str, amount: int) -> Answer:
        refund = {"reference": reference, "collection": collection, "amount": amount}
        return self._post("refunds", {**refund, "pin": self._pin})

    def send_batch(self, reference: str, lines: list[dict[str, Any]]) -> Answer:
        return self._post(
            "payout-batches?confirm_repeats=true", {"reference": reference, "pin": self._pin, "lines": lines}
        )

    def transactions(self, reference: str) -> Answer:
        return self._get("transactions", reference=reference)

    def events(self, after: int) -> Answer:
        """The events after a sequence; if there is none yet, it waits for one."""
        return self._get("events", after=after, limit=100, wait=EVENTS_WAIT_SECONDS)

    def batch_lines(self, batch_id: str, state: Optional[str] = None) -> Iterator[dict[str, Any]]:
        """Every line of a batch, page by page. A page that does not come is asked for again."""
        cursor: Optional[str] = None
        while True:
            path = f"payout-batches/{quote(batch_id, safe='')}/lines"
            page = self.insist(path, limit=100, state=state, cursor=cursor)
            yield from page.data["lines"]
            cursor = page.data["next_cursor"]
            if cursor is None:
                return

    def insist(self, path: str, **query: Any) -> Answer:
        """Asks until there is an answer that is no passing trouble."""
        while True:
            try:
                answer = self._get(path, **query)
            except NoAnswer:
                time.sleep(1)
                continue
            if not is_passing(answer):
                return answer
            time.sleep(pause_after(answer))

    def _get(self, path: str, **query: Any) -> Answer:
        asked = urlencode({name: value for name, value in query.items() if value is not None})
        return self._send("GET", f"{self._root}{path}?{asked}", self._headers(), None)

    def _post(self, path: str, fields: Mapping[str, Any]) -> Answer:
        body = json.dumps({"apikey": self._public_key, **fields}, ensure_ascii=False).encode()
        headers = {**self._headers(), "Content-Type": "application/json"}
        return self._send("POST", self._root + path, headers, body)

    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self._secret_key}"}


def is_passing(answer: Answer) -> bool:
    """Whether the same request may be answered otherwise later."""
    return answer.status >= 500 or answer.status == 429


def pause_after(answer: Optional[Answer]) -> float:
    """How long to wait before a request is repeated, at most a minute."""
    asked = answer.headers.get("retry-after", "") if answer else ""
    return min(int(asked), 60) if asked.isdigit() else RETRY_SECONDS


def recorded(answer: Answer, kind: str) -> Optional[str]:
    """The id of the transaction or payout batch that is recorded for this very request."""
    if answer.headers.get("reference-match") == "different":
        return None
    link = re.search(r'<([^>]*)>; rel="original"', answer.headers.get("link", ""))
    place = answer.headers.get("location") or (link.group(1) if link else "")
    found = re.search(rf"/{kind}/([^/]+)$", place)
    return found.group(1) if found else None


def verified(secret: str, headers: Mapping[str, str], body: bytes) -> dict[str, Any]:
    """The message in a webhook, by Standard Webhooks; ValueError where it proves nothing."""
    sent_at = headers.get("webhook-timestamp", "0")
    if abs(time.time() - int(sent_at)) > WEBHOOK_TOLERANCE_SECONDS:
        raise ValueError("the message is too old or too new")
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error as error:
        raise ValueError("the secret is none of the gateway's") from error
    if not key:
        raise ValueError("there is no secret, so nothing is proven")
    signed = f"{headers.get('webhook-id')}.{sent_at}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    signatures = headers.get("webhook-signature", "").encode().split(b" ")
    if not any(hmac.compare_digest(expected, one) for one in signatures):
        raise ValueError("the signature is wrong")
    message: dict[str, Any] = json.loads(body)
    return message
