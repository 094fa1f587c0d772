"""What the shop remembers, in SQLite: orders, batches, and the last event that it has read."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Any, Iterator, Mapping, Optional, Sequence

# new: it is not known whether the gateway has it. open: the gateway has it. paid, failed: it has
# ended. refused: the gateway would not take it, and nothing is paid. forgotten: the gateway was
# restored from a backup that does not have it; a person has to find out how it ended.
SCHEMA = """
CREATE TABLE IF NOT EXISTS orders (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('sale', 'refund', 'supplier')),
  phone_number TEXT NOT NULL,
  network TEXT NOT NULL,
  amount INTEGER NOT NULL,
  state TEXT NOT NULL
    CHECK (state IN ('new', 'open', 'paid', 'failed', 'refused', 'forgotten')),
  because TEXT,
  of TEXT REFERENCES orders,
  batch TEXT REFERENCES batches,
  instead_of TEXT REFERENCES orders
);
CREATE TABLE IF NOT EXISTS batches (
  id TEXT PRIMARY KEY,
  state TEXT NOT NULL CHECK (state IN ('new', 'open', 'completed', 'refused', 'forgotten')),
  because TEXT,
  batch_id TEXT
);
CREATE TABLE IF NOT EXISTS progress (after INTEGER NOT NULL);
INSERT INTO progress SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM progress);
"""

ENDED = ("paid", "failed")


@dataclass(frozen=True)
class Order:
    """A payment: a sale collects, a refund pays a sale back, and a supplier is paid."""

    id: str
    kind: str
    phone_number: str
    network: str
    amount: int
    state: str = "new"
    because: Optional[str] = None
    of: Optional[str] = None
    batch: Optional[str] = None
    instead_of: Optional[str] = None

    @property
    def is_vain(self) -> bool:
        """Whether it has come to nothing, for good."""
        return self.state in ("failed", "refused")


@dataclass(frozen=True)
class Batch:
    """Many suppliers at once. Each line is an order; it is completed when all have ended."""

    id: str
    state: str = "new"
    because: Optional[str] = None
    batch_id: Optional[str] = None


class Books:
    """May be used by several threads."""

    def __init__(self, path: str) -> None:
        self._lock = threading.RLock()
        self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self._db.row_factory = sqlite3.Row
        self._db.executescript(SCHEMA)

    @contextmanager
    def step(self) -> Iterator[None]:
        """What is done in it is remembered together, or not at all; inner steps are part of it."""
        with self._lock:
            if self._db.in_transaction:
                yield
                return
            with self._db:
                self._db.execute("BEGIN IMMEDIATE")
                yield

    def orders(self, where: str = "TRUE", *values: Any) -> list[Order]:
        rows = self._rows(f"SELECT * FROM orders WHERE {where} ORDER BY rowid", values)
        return [Order(**row) for row in rows]

    def order(self, order_id: str) -> Optional[Order]:
        return next(iter(self.orders("id = ?", order_id)), None)

    def batches(self, where: str = "TRUE", *values: Any) -> list[Batch]:
        rows = self._rows(f"SELECT * FROM batches WHERE {where} ORDER BY rowid", values)
        return [Batch(**row) for row in rows]

    def batch(self, batch: str) -> Optional[Batch]:
        return next(iter(self.batches("id = ?", batch)), None)

    def refunded(self, sale: str) -> int:
        """What the refunds of a sale come to, without those that came to nothing."""
        return sum(order.amount for order in self.orders("of = ?", sale) if not order.is_vain)

    def take(self, orders: Sequence[Order], batch: Optional[Batch] = None) -> None:
        """Takes orders, and the batch that they are lines of, all or none."""
        with self.step():
            if batch:
                self._insert("batches", asdict(batch))
            for order in orders:
                self._insert("orders", asdict(order))

    def change(self, order_id: str, state: str, because: Optional[str] = None) -> None:
        """Changes an order, unless it has ended already: events and answers come in any order."""
        self._change_orders("id", order_id, state, because)

    def change_batch(
        self,
        batch: str,
        state: str,
        because: Optional[str] = None,
        batch_id: Optional[str] = None,
        lines: Optional[str] = None,
    ) -> None:
        """Changes a batch, unless it has ended already, and those of its lines that have not."""
        with self.step():
            changed = self._execute(
                "UPDATE batches SET state = ?, because = ?, batch_id = coalesce(?, batch_id)"
                " WHERE id = ? AND state <> 'completed'",
                (state, because, batch_id, batch),
            )
            if lines is not None and changed.rowcount > 0:
                self._change_orders("batch", batch, lines, because)

    @property
    def after(self) -> int:
        """The sequence of the last event that was read."""
        return int(self._rows("SELECT after FROM progress")[0]["after"])

    @after.setter
    def after(self, sequence: int) -> None:
        self._execute("UPDATE progress SET after = ?", (sequence,))

    def _change_orders(self, column: str, value: str, state: str, because: Optional[str]) -> None:
        self._execute(
            f"UPDATE orders SET state = ?, because = ? WHERE {column} = ? AND state NOT IN (?, ?)",
            (state, because, value, *ENDED),
        )

    def _insert(self, table: str, row: Mapping[str, Any]) -> None:
        places = ", ".join("?" for _ in row)
        self._execute(
            f"INSERT INTO {table} ({', '.join(row)}) VALUES ({places})", tuple(row.values())
        )

    def _rows(self, sql: str, values: Sequence[Any] = ()) -> list[dict[str, Any]]:
        with self._lock:
            return [dict(row) for row in self._db.execute(sql, values)]

    def _execute(self, sql: str, values: Sequence[Any]) -> sqlite3.Cursor:
        with self.step():
            return self._db.execute(sql, values)
