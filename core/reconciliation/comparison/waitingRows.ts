import type { FileRow } from '../../ports/operators/reconciliations.ts'

/** A row that waits for its payment, and its place among all of them. */
export type WaitingRow = FileRow & { readonly place: number }

/** The ids of a payment by which its rows are found. */
export type PaymentIds = { readonly id: string; readonly providerId: string; readonly providerRef: string | null }

/** The rows of a file until each is judged. A row takes some 150 bytes, since it is packed into a text. */
export type WaitingRows = {
  /** Adds a row. All are added before any is read. */
  add(row: FileRow): void
  /** The moments of the first and the last row; undefined without rows. */
  span(): { readonly fromMs: number; readonly toMs: number } | undefined
  /** The first waiting rows, by time and line, before a moment. */
  next(query: { readonly beforeMs: number; readonly limit: number }): readonly WaitingRow[]
  /** The waiting rows with one of the ids of a payment. */
  withIdsOf(payment: PaymentIds): readonly WaitingRow[]
  /** Whether a row still waits. */
  waits(row: WaitingRow): boolean
  /** Ends the waiting of a row. */
  take(row: WaitingRow): void
}

/** Makes rows that wait. */
export function waitingRows(): WaitingRows {
  const packed: (string | undefined)[] = []
  const [times, lines]: [number[], number[]] = [[], []]
  const [byOurs, byTheirs] = [placesById(), placesById()]
  let isInOrder = true
  let order: Uint32Array | undefined
  let taken = 0

  function inOrder(): Uint32Array {
    order ??= isInOrder ? Uint32Array.from(packed.keys()) : Uint32Array.from(packed.keys()).sort(byTime)
    return order
  }

  function byTime(one: number, other: number): number {
    return (times[one] ?? 0) - (times[other] ?? 0) || (lines[one] ?? 0) - (lines[other] ?? 0)
  }

  function* rowsAt(places: Iterable<number>): Generator<WaitingRow> {
    for (const place of places) {
      const text = packed[place]
      if (text !== undefined) yield unpacked(text, place)
    }
  }

  return {
    add(row) {
      const place = packed.push(pack(row)) - 1
      times.push(row.atMs)
      lines.push(row.line)
      if (place > 0 && byTime(place - 1, place) > 0) isInOrder = false
      if (row.ours !== null) byOurs.add(row.ours, place)
      if (row.theirs !== null) byTheirs.add(row.theirs, place)
    },
    span() {
      const places = inOrder()
      const [first, last] = [times[places[0] ?? -1], times[places.at(-1) ?? -1]]
      return first === undefined || last === undefined ? undefined : { fromMs: first, toMs: last }
    },
    next({ beforeMs, limit }) {
      const places = inOrder()
      while (taken < places.length && packed[places[taken] ?? 0] === undefined) taken += 1
      const found: WaitingRow[] = []
      for (let nth = taken; nth < places.length && found.length < limit; nth += 1) {
        const place = places[nth] ?? 0
        if (!((times[place] ?? 0) < beforeMs)) break
        found.push(...rowsAt([place]))
      }
      return found
    },
    withIdsOf({ id, providerId, providerRef }) {
      const ours = [...rowsAt(byOurs.placesOf(id)), ...rowsAt(byOurs.placesOf(providerId))]
      const theirs = providerRef === null ? [] : [...rowsAt(byTheirs.placesOf(providerRef))]
      const own = [
        ...ours.filter((row) => row.ours === id || row.ours === providerId),
        ...theirs.filter((row) => row.theirs === providerRef),
      ]
      return own.length < 2 ? own : [...new Map(own.map((row) => [row.place, row])).values()]
    },
    waits: ({ place }) => packed[place] !== undefined,
    take({ place }) {
      packed[place] = undefined
    },
  }
}

function pack(row: FileRow): string {
  const { line, atMs, withinMs, direction, currency, phoneNumber, status, ours, theirs, feeMinor, balanceMinor } = row
  const payment = [line, atMs, withinMs, direction, currency, phoneNumber, status, ours, theirs, `${row.amountMinor}`]
  payment.push(feeMinor === null ? null : `${feeMinor}`, balanceMinor === null ? null : `${balanceMinor}`)
  return JSON.stringify(payment)
}

function unpacked(text: string, place: number): WaitingRow {
  const [line, atMs, withinMs, direction, currency, phoneNumber, status, ours, theirs, amount, fee, balance] =
    JSON.parse(text)
  return {
    place,
    kind: 'payment',
    line,
    atMs,
    withinMs,
    direction,
    amountMinor: BigInt(amount),
    currency,
    phoneNumber,
    status,
    ours,
    theirs,
    feeMinor: fee === null ? null : BigInt(fee),
    balanceMinor: balance === null ? null : BigInt(balance),
  }
}

/** Finds the places of rows by an id, and a few others: it keeps only the hash of each id. */
function placesById() {
  const latest = new Map<number, number>()
  /** The place before a place that has the same hash. */
  const earlier = new Map<number, number>()
  return {
    add(id: string, place: number): void {
      const hash = hashOf(id)
      const before = latest.get(hash)
      if (before !== undefined) earlier.set(place, before)
      latest.set(hash, place)
    },
    *placesOf(id: string): Generator<number> {
      for (
        let place = latest.size === 0 ? undefined : latest.get(hashOf(id));
        place !== undefined;
        place = earlier.get(place)
      )
        yield place
    },
  }
}

/** A whole number that is small enough to take no memory of its own. */
function hashOf(text: string): number {
  let hash = 0
  for (let index = 0; index < text.length; index += 1)
    hash = (Math.imul(hash, 31) + text.charCodeAt(index)) & 0x3fffffff
  return hash
}
