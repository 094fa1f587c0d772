"""How the shop learns how its orders ended: from the events, each of which it reads once."""

from __future__ import annotations

import sys
import time
from typing import Any, Mapping

from books import Books
from gateway import Gateway, is_passing, pause_after
from paying import is_for
from transport import NoAnswer


def hear(books: Books, message: Mapping[str, Any]) -> None:
    """What an event says about an order; it may come twice, and before the payment's answer."""
    data = message["data"]
    if not message["type"].endswith((".succeeded", ".failed")):
        return
    order = books.order(data["reference"])
    if order is None or not is_for(order, data):
        return
    if message["type"].endswith(".succeeded"):
        books.change(order.id, "paid")
    else:
        books.change(order.id, "failed", data["reason"])


def reconcile(books: Books, gateway: Gateway) -> None:
    """Reads the events from where the shop stopped, without an end.

    A webhook only makes it happen sooner.
    """
    while True:
        try:
            answer = gateway.events(books.after)
        except NoAnswer:
            time.sleep(1)
            continue
        if answer.error_code == "beyond_last_event":
            print(answer.body["message"], file=sys.stderr)
            _compare(books, gateway)
        elif is_passing(answer):
            time.sleep(pause_after(answer))
        elif answer.status != 200:
            raise SystemExit(f"The gateway shows no events: {answer.body.get('message')}")
        else:
            for event in answer.data["events"]:
                _read(books, gateway, event)


def _read(books: Books, gateway: Gateway, event: Mapping[str, Any]) -> None:
    if event["type"] == "batch.completed":
        _complete(books, gateway, event["data"])
    with books.step():
        hear(books, event)
        books.after = event["sequence"]


def _complete(books: Books, gateway: Gateway, data: Mapping[str, Any]) -> None:
    """Events tell how payouts ended. A line that became none has no event: the batch says why."""
    batch = books.batch(data["reference"])
    if batch is None:
        return
    lines = list(gateway.batch_lines(data["batch_id"]))
    with books.step():
        ours = {order.id for order in books.orders("batch = ?", batch.id)}
        for line in lines:
            if line["reference"] in ours and line["state"] in ("refused", "cancelled"):
                books.change(line["reference"], "refused", line["code"] or line["state"])
        books.change_batch(batch.id, "completed", batch_id=data["batch_id"])


def _compare(books: Books, gateway: Gateway) -> None:
    """Tells people what the gateway has forgotten, pays none of it again, and begins anew."""
    waiting = _lines_that_wait(books, gateway)
    for order in books.orders("state NOT IN ('new', 'refused')"):
        found = gateway.insist("transactions", reference=order.id).data["transactions"]
        if order.id in waiting or any(is_for(order, each) for each in found):
            continue
        said = f"The gateway has forgotten order {order.id}, which is {order.state} here."
        print(said, file=sys.stderr)
        books.change(order.id, "forgotten")
    books.after = 0


def _lines_that_wait(books: Books, gateway: Gateway) -> set[str]:
    """The lines of batches that are no payouts yet."""
    waiting: set[str] = set()
    for batch in books.batches("state = 'open'"):
        found = gateway.insist(f"payout-batches/{batch.batch_id}")
        if found.error_code == "batch_not_found":
            print(f"The gateway has forgotten batch {batch.id}.", file=sys.stderr)
            books.change_batch(batch.id, "forgotten")
        else:
            lines = gateway.batch_lines(batch.batch_id or "", "waiting")
            waiting.update(line["reference"] for line in lines)
    return waiting
