"""A small shop, on the merchant's side of the gateway.

It takes orders and collects for them, refunds what was paid, pays its suppliers, one by one or
many at once, receives webhooks, recovers from being switched off at any moment, and reconciles by
events.

    books.py      what it remembers, in SQLite
    paying.py     how it sends a payment or a batch, until the gateway has it or refuses it
    reconcile.py  how it learns how they ended
    gateway.py    the calls that it makes, and the proof of a webhook
    transport.py  one request, over `requests` where it is installed

It needs Python 3.9 and nothing else, and these variables: BASE_URL, SECRET_KEY, PUBLIC_KEY and PIN
of its account, and WEBHOOK_SECRET where an endpoint of the account is its /webhooks. What is not
certain is repeated every RETRY_S seconds.

    POST /orders     {"id": "17", "kind": "sale" or "supplier",
                      "phone_number": ..., "network": ..., "amount": ...}
    POST /refunds    {"id": "17-back", "of": "17", "amount": ...}; without one all that is left
    POST /suppliers  {"id": "friday", "lines": [{"id": "beans",
                      "phone_number": ..., "network": ..., "amount": ...}, ...]}
    GET  /orders     all of them and how they ended

A supplier whose payment came to nothing is paid once more by an order with "instead_of", which
names the first one.
"""

from __future__ import annotations

import json
import os
import threading
from dataclasses import asdict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable, Mapping, Optional, Union

from books import Batch, Books, Order
from gateway import Gateway, verified
from paying import pay, pay_batch
from reconcile import hear, reconcile
from transport import default_transport

Json = Mapping[str, Any]


class Unfit(Exception):
    """What the shop itself does not do, and why."""


class Shop:
    """What the shop is asked for."""

    def __init__(self, books: Books, gateway: Gateway) -> None:
        self.books = books
        self.gateway = gateway

    def take_order(self, asked: Json) -> Json:
        with self.books.step():
            known = self.books.order(asked["id"])
            if known:
                return shown(known)
            instead_of = asked.get("instead_of")
            if instead_of is not None:
                self._check_instead(instead_of)
            order = Order(**_payment(asked), kind=asked["kind"], instead_of=instead_of)
            self.books.take([order])
        return self._paid(order)

    def _check_instead(self, first: str) -> None:
        """Nobody is paid twice: the first came to nothing, and so did others in its place."""
        order = self.books.order(first)
        if order is None or not order.is_vain:
            raise Unfit(
                f"{first} is {order.state if order else 'unknown'}, and must not be paid again"
            )
        for other in self.books.orders("instead_of = ?", first):
            if not other.is_vain:
                raise Unfit(f"{first} is already paid by {other.id}")

    def take_refund(self, asked: Json) -> Json:
        """A refund goes to the phone that paid. The gateway says how much can be refunded."""
        with self.books.step():
            known = self.books.order(asked["id"])
            if known:
                return shown(known)
            sale = self.books.order(asked["of"])
            if sale is None or sale.kind != "sale":
                raise Unfit(f"{asked['of']} is no sale")
            left = sale.amount - self.books.refunded(sale.id) or sale.amount
            amount = asked.get("amount", left)
            to = (sale.phone_number, sale.network)
            order = Order(asked["id"], "refund", *to, amount, of=sale.id)
            self.books.take([order])
        return self._paid(order)

    def _paid(self, order: Order) -> Json:
        pay(self.books, self.gateway, order)
        return shown(self.books.order(order.id) or order)

    def take_batch(self, asked: Json) -> Json:
        with self.books.step():
            known = self.books.batch(asked["id"])
            if known:
                return shown(known)
            batch = Batch(asked["id"])
            lines = [
                Order(**_payment(line), kind="supplier", batch=batch.id) for line in asked["lines"]
            ]
            ids = [line.id for line in lines]
            for index, line in enumerate(ids):
                if self.books.order(line) or line in ids[:index]:
                    raise Unfit(f"{line} is already known")
            self.books.take(lines, batch)
        pay_batch(self.books, self.gateway, batch)
        return shown(self.books.batch(batch.id) or batch)

    def everything(self) -> Json:
        orders = []
        for order in self.books.orders():
            refunded = {"refunded": self.books.refunded(order.id)} if order.kind == "sale" else {}
            orders.append({**shown(order), **refunded})
        batches = [shown(batch) for batch in self.books.batches()]
        return {"after": self.books.after, "orders": orders, "batches": batches}

    def go_on(self) -> None:
        """What was new when the shop was switched off may have arrived: it is sent again."""
        for order in self.books.orders("state = 'new' AND batch IS NULL"):
            in_background(pay, self.books, self.gateway, order)
        for batch in self.books.batches("state = 'new'"):
            in_background(pay_batch, self.books, self.gateway, batch)


def in_background(work: Callable[..., None], *given: Any) -> None:
    threading.Thread(target=work, args=given, daemon=True).start()


def _payment(asked: Json) -> dict[str, Any]:
    return {name: asked[name] for name in ("id", "phone_number", "network", "amount")}


def shown(record: Union[Order, Batch]) -> dict[str, Any]:
    return {name: value for name, value in asdict(record).items() if value is not None}


def handler_of(shop: Shop, webhook_secret: Optional[str]) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path == "/orders":
                self._answer(200, shop.everything())
            else:
                self._answer(404)

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            takes = {
                "/orders": shop.take_order,
                "/refunds": shop.take_refund,
                "/suppliers": shop.take_batch,
            }
            try:
                if self.path == "/webhooks":
                    self._answer(self._hear(body))
                elif self.path in takes:
                    self._answer(200, takes[self.path](json.loads(body)))
                else:
                    self._answer(404)
            except Unfit as error:
                self._answer(409, {"message": str(error)})
            except (KeyError, ValueError) as error:
                self._answer(400, {"message": f"cannot be read: {error!r}"})

        def _hear(self, body: bytes) -> int:
            headers = {name.lower(): value for name, value in self.headers.items()}
            try:
                message = verified(webhook_secret or "", headers, body)
            except ValueError:
                return 400
            hear(shop.books, message)
            return 204

        def _answer(self, status: int, shows: Optional[Json] = None) -> None:
            body = b"" if shows is None else json.dumps(shows, ensure_ascii=False).encode()
            self.send_response(status)
            if status != 204:
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_args: Any) -> None:
            """The shop's own log says what matters."""

    return Handler


def main() -> None:
    env = os.environ
    account = (env["SECRET_KEY"], env["PUBLIC_KEY"], env["PIN"])
    gateway = Gateway(env["BASE_URL"], *account, default_transport())
    books = Books(env.get("STATE", "./shop.db"))
    shop = Shop(books, gateway)
    shop.go_on()
    handler = handler_of(shop, env.get("WEBHOOK_SECRET"))
    server = ThreadingHTTPServer(("127.0.0.1", int(env.get("PORT", "0"))), handler)
    in_background(server.serve_forever)
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    reconcile(books, gateway)


if __name__ == "__main__":
    main()
