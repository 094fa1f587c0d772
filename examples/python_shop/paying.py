"""How the shop sends a payment or a batch, until it is known whether the gateway has it."""

from __future__ import annotations

import sys
import time
from typing import Any, Mapping, Optional

from books import Batch, Books, Order
from gateway import Gateway, is_passing, pause_after, recorded
from transport import Answer, NoAnswer

KINDS = {"sale": "collection", "refund": "refund", "supplier": "payout"}

# What the gateway refuses a batch for once it has seen that its reference is free: such a batch
# was never accepted.
REFUSED_AFTER_REFERENCE = ("batch_refused", "pin_not_set", "invalid_pin", "insufficient_balance")


def pay(books: Books, gateway: Gateway, order: Order) -> None:
    """Pays an order under its own id, until the gateway has it or refuses it.

    Events tell how it ends.
    """
    while True:
        answer: Optional[Answer] = None
        try:
            answer = _send(gateway, order)
            if recorded(answer, "transactions"):
                return books.change(order.id, "open")
            if not is_passing(answer):
                # This request was refused, but an earlier one may have made the payment.
                found = gateway.transactions(order.id)
                if found.status == 200:
                    if any(is_for(order, each) for each in found.data["transactions"]):
                        return books.change(order.id, "open")
                    return books.change(order.id, "refused", answer.error_code)
        except NoAnswer:
            pass  # It may have arrived: under the same reference nothing is paid twice.
        time.sleep(pause_after(answer))


def _send(gateway: Gateway, order: Order) -> Answer:
    if order.kind == "refund":
        return gateway.refund(order.id, order.of or "", order.amount)
    payment = {**_line(order), "metadata": {"order": order.id}}
    return gateway.collect_money(payment) if order.kind == "sale" else gateway.send_money(payment)


def _line(order: Order) -> dict[str, Any]:
    return {
        "reference": order.id,
        "phone_number": order.phone_number,
        "network": order.network,
        "amount": order.amount,
        "currency": "UGX",
    }


def is_for(order: Order, transaction: Mapping[str, Any]) -> bool:
    """Whether a payment is an order's.

    A reference alone proves nothing: another program may have used it.
    """
    return bool(
        transaction["kind"] == KINDS[order.kind]
        and transaction["amount"] == order.amount
        and transaction["currency"] == "UGX"
        and transaction["network"] == order.network
        and transaction["phone_number"] == order.phone_number
    )


def pay_batch(books: Books, gateway: Gateway, batch: Batch) -> None:
    """Asks for a batch under its own id, until the gateway has it or refuses it.

    The gateway pays its lines, and events tell how they end.
    """
    lines = [_line(order) for order in books.orders("batch = ?", batch.id)]
    while True:
        answer: Optional[Answer] = None
        try:
            answer = gateway.send_batch(batch.id, lines)
            batch_id = (
                answer.data["batch_id"]
                if answer.status == 201
                else recorded(answer, "payout-batches")
            )
            if batch_id:
                return books.change_batch(batch.id, "open", batch_id=batch_id, lines="open")
            is_anothers = answer.headers.get("reference-match") == "different"
            if is_anothers or answer.error_code in REFUSED_AFTER_REFERENCE:
                return _refuse_batch(books, batch, answer)
            print(
                f"Batch {batch.id} is not accepted yet: {answer.body.get('message')}",
                file=sys.stderr,
            )
        except NoAnswer:
            pass
        time.sleep(pause_after(answer))


def _refuse_batch(books: Books, batch: Batch, answer: Answer) -> None:
    """One bad line refuses them all. Each says why: its own mistake, or that of another line."""
    with books.step():
        books.change_batch(batch.id, "refused", answer.error_code, lines="refused")
        for line in (answer.data or {}).get("lines", []):
            books.change(line["reference"], "refused", line["code"])
