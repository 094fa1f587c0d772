import type { FileRow, Run } from '../../ports/operators/reconciliations.ts'

/** A row that waits for its payment, and its place among all of them. */
export type WaitingRow = FileRow & { readonly place: number }

/** The ids of a payment, to find its rows. */
type PaymentIds = { readonly id: string; readonly providerId: string; readonly providerRef: string | null }

/** The rows of a file until each is judged. A row takes some 60 bytes. */
export type WaitingRows = {
  /** Adds a row. All are added before any is read. */
  add(row: FileRow): void
  /** The moments of the first and the last row, and the widest imprecision; undefined without rows. */
  span(): { readonly fromMs: number; readonly toMs: number; readonly withinMs: number } | undefined
  /** The number of rows that are wholly before or after a period. */
  outside(period: Pick<Run, 'fromMs' | 'toMs'>): number
  /** The first waiting rows before a moment: by time, and those of one moment in the order of the file. */
  next(query: { readonly beforeMs: number; readonly limit: number }): readonly WaitingRow[]
  /** The waiting rows with one of the ids of a payment. Only rows that may be payments are found by their ids. */
  withIdsOf(payment: PaymentIds): readonly WaitingRow[]
  /** Whether a row still waits. */
  waits(row: WaitingRow): boolean
  /** Ends the waiting of a row. */
  take(row: WaitingRow): void
}

/** Makes rows that wait. */
export function waitingRows(): WaitingRows {
  const packed = packedRows()
  const times = column((length) => new Float64Array(length))
  const taken = column((length) => new Uint8Array(length))
  const [byOurs, byTheirs] = [placesById(), placesById()]
  let isInOrder = true
  let withinMs = 0
  let order: Uint32Array | undefined
  let passed = 0

  /** The place of a row in the order of time. */
  function inOrder(nth: number): number {
    if (isInOrder) return nth
    order ??= Uint32Array.from({ length: times.length() }, (_, place) => place).sort(
      (one, other) => times.at(one) - times.at(other) || one - other,
    )
    return order[nth] ?? 0
  }

  function rowAt(place: number): WaitingRow {
    return packed.at(place, times.at(place))
  }

  function waitingAt(places: Iterable<number>): WaitingRow[] {
    const found: WaitingRow[] = []
    for (const place of places) if (!taken.at(place)) found.push(rowAt(place))
    return found
  }

  return {
    add(row) {
      const place = times.push(row.atMs)
      if (place > 0 && times.at(place - 1) > row.atMs) isInOrder = false
      taken.push(0)
      withinMs = Math.max(withinMs, row.withinMs)
      packed.add(row)
      byOurs.add(row.kind === 'payment' ? row.ours : null)
      byTheirs.add(row.kind === 'payment' ? row.theirs : null)
    },
    span() {
      const count = times.length()
      if (count === 0) return undefined
      return { fromMs: times.at(inOrder(0)), toMs: times.at(inOrder(count - 1)), withinMs }
    },
    outside({ fromMs, toMs }) {
      let count = 0
      for (let place = 0; place < times.length(); place += 1) {
        const atMs = times.at(place)
        if (atMs >= toMs || atMs + packed.withinMs(place) <= fromMs) count += 1
      }
      return count
    },
    next({ beforeMs, limit }) {
      const count = times.length()
      while (passed < count && taken.at(inOrder(passed))) passed += 1
      const found: WaitingRow[] = []
      for (let nth = passed; nth < count && found.length < limit; nth += 1) {
        const place = inOrder(nth)
        if (!(times.at(place) < beforeMs)) break
        if (!taken.at(place)) found.push(rowAt(place))
      }
      return found
    },
    withIdsOf({ id, providerId, providerRef }) {
      const ours = waitingAt([...byOurs.placesOf(id), ...byOurs.placesOf(providerId)])
      const theirs = providerRef === null ? [] : waitingAt(byTheirs.placesOf(providerRef))
      const own = [
        ...ours.filter((row) => row.ours === id || row.ours === providerId),
        ...theirs.filter((row) => row.theirs === providerRef),
      ]
      return own.length < 2 ? own : [...new Map(own.map((row) => [row.place, row])).values()]
    },
    waits: ({ place }) => !taken.at(place),
    take({ place }) {
      taken.set(place, 1)
    },
  }
}

/** How many rows are packed together. */
const rowsOfBlock = 1_024

/** Rows as texts in bytes, outside the heap: a million objects there would take several times the memory. */
function packedRows() {
  const blocks: { readonly bytes: Uint8Array; readonly ends: Uint32Array; readonly kinds: Uint32Array }[] = []
  const shared = sharedFields()
  let [last, kinds]: [string[], number[]] = [[], []]

  function sharedAt(place: number): Shared {
    const nth = place % rowsOfBlock
    return shared.at((blocks[(place - nth) / rowsOfBlock]?.kinds ?? kinds)[nth] ?? 0)
  }

  return {
    add(row: FileRow): void {
      last.push(pack(row))
      kinds.push(shared.placeOf(row))
      if (last.length < rowsOfBlock) return
      let end = 0
      const ends = Uint32Array.from(last, ({ length }) => (end += length))
      blocks.push({ bytes: bytesOf(last.join('')), ends, kinds: Uint32Array.from(kinds) })
      last = []
      kinds = []
    },
    withinMs: (place: number): number => sharedAt(place).withinMs,
    at(place: number, atMs: number): WaitingRow {
      const nth = place % rowsOfBlock
      const block = blocks[(place - nth) / rowsOfBlock]
      const bytes = block?.bytes.subarray(nth === 0 ? 0 : block.ends[nth - 1], block.ends[nth])
      const packed: Packed = JSON.parse(bytes ? textOf(bytes) : (last[nth] ?? '[]'))
      return unpacked(packed, sharedAt(place), { place, atMs })
    },
  }
}

function bytesOf(ascii: string): Uint8Array {
  const bytes = new Uint8Array(ascii.length)
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = ascii.charCodeAt(index)
  return bytes
}

/** Spreading the bytes takes four times as long, and no call takes any number of them. */
function textOf(bytes: Uint8Array): string {
  let text = ''
  for (let from = 0; from < bytes.length; from += 4_096)
    text += String.fromCharCode.apply(null, bytes.subarray(from, from + 4_096) as unknown as number[])
  return text
}

type Shared = Pick<FileRow, 'withinMs' | 'direction' | 'currency' | 'status' | 'kind' | 'unnamed'>

/** Most rows of a file have the same values in some fields. Each combination is kept once. */
function sharedFields() {
  const all: Shared[] = []
  const places = new Map<string, number>()
  return {
    placeOf({ withinMs, direction, currency, status, kind, unnamed }: Shared): number {
      const key = `${withinMs} ${direction} ${currency} ${status} ${kind} ${unnamed ?? ''}`
      const names = unnamed === undefined ? {} : { unnamed }
      const place = places.get(key) ?? all.push({ withinMs, direction, currency, status, kind, ...names }) - 1
      places.set(key, place)
      return place
    },
    at: (place: number): Shared => all[place] as Shared,
  }
}

type Packed = readonly [number, string | null, string | null, string | null, string, string | null, string | null]

function pack(row: FileRow): string {
  const { line, phoneNumber, ours, theirs, amountMinor, feeMinor, balanceMinor } = row
  const fee = feeMinor === null ? null : `${feeMinor}`
  const balance = balanceMinor === null ? null : `${balanceMinor}`
  const packed = [line, phoneNumber, ours, theirs, `${amountMinor}`, fee, balance] satisfies Packed
  return JSON.stringify(packed).replace(
    /[^ -~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function unpacked(packed: Packed, shared: Shared, { place, atMs }: { place: number; atMs: number }): WaitingRow {
  const [line, phoneNumber, ours, theirs, amount, fee, balance] = packed
  const { withinMs, direction, currency, status, kind, unnamed } = shared
  // Each name is written out: copying the shared fields costs as much as all the rest of a comparison.
  const row = {
    place,
    line,
    atMs,
    withinMs,
    direction,
    amountMinor: BigInt(amount),
    currency,
    phoneNumber,
    status,
    kind,
    ours,
    theirs,
    feeMinor: fee === null ? null : BigInt(fee),
    balanceMinor: balance === null ? null : BigInt(balance),
  }
  return unnamed === undefined ? row : { ...row, unnamed }
}

/** Finds the places of rows by an id, and a few others: only the hash of each id is kept. */
function placesById() {
  /** By place; zero without an id. */
  const hashes = column((length) => new Uint32Array(length))
  /** For the end of a hash, the number of the last place with it; and for each place, the one before it. Zero is none. */
  let chains: { readonly ends: Uint32Array; readonly before: Uint32Array } | undefined
  let hasIds = false

  function chained() {
    if (chains) return chains
    const ends = new Uint32Array(2 ** Math.ceil(Math.log2(hashes.length() + 1)))
    const before = new Uint32Array(hashes.length() + 1)
    for (let place = 0; place < hashes.length(); place += 1) {
      if (hashes.at(place) === 0) continue
      const end = hashes.at(place) % ends.length
      before[place + 1] = ends[end] ?? 0
      ends[end] = place + 1
    }
    chains = { ends, before }
    return chains
  }

  return {
    /** Adds the id of the next place. */
    add(id: string | null): void {
      hashes.push(id === null ? 0 : hashOf(id))
      hasIds ||= id !== null
    },
    placesOf(id: string): readonly number[] {
      if (!hasIds) return []
      const { ends, before } = chained()
      const hash = hashOf(id)
      const found: number[] = []
      for (let nth = ends[hash % ends.length] ?? 0; nth !== 0; nth = before[nth] ?? 0)
        if (hashes.at(nth - 1) === hash) found.push(nth - 1)
      return found
    },
  }
}

/** Numbers by place, outside the heap. */
function column<Kept extends Float64Array | Uint32Array | Uint8Array>(make: (length: number) => Kept) {
  let numbers = make(rowsOfBlock)
  let length = 0
  return {
    length: (): number => length,
    at: (place: number): number => numbers[place] ?? 0,
    set(place: number, to: number): void {
      numbers[place] = to
    },
    /** Adds a number, and returns its place. */
    push(number: number): number {
      if (length === numbers.length) {
        const more = make(2 * length)
        more.set(numbers)
        numbers = more
      }
      numbers[length] = number
      length += 1
      return length - 1
    },
  }
}

/** A whole number of 30 bits, but never zero. */
function hashOf(text: string): number {
  let hash = 0
  for (let index = 0; index < text.length; index += 1)
    hash = (Math.imul(hash, 31) + text.charCodeAt(index)) & 0x3fffffff
  return hash || 1
}
