import { lowestIdAt, type TransactionQuery } from '../../../../core/sente.ts'
import type { Engine } from '../../engine/engine.ts'
import { enteredTogether, eventsOfBlock, placesTogether, rowsOfBlock } from '../../tables/lists.ts'
import { lengthOfPlace } from './gatherBits.ts'
import { placesSought, type Sought } from './places.ts'
import { whereAll } from './search.ts'

/** A row of texts that may match, by the last of its events. */
export type RowOfTexts = { readonly lastEvent: bigint; readonly highestId: string }

/** Some rows of texts that may match, and the highest id in all rows that are still to come. */
export type RowsOfTexts = { readonly rows: readonly RowOfTexts[]; readonly rest: string | undefined }

/** A query for an amount or a part of a text. */
export type TextQuery = TransactionQuery & { readonly accountId: string }

/** The most blocks that are looked at together: a million transactions. */
const mostBlocks = 64

/**
 * Lists an account's rows of texts that may match a query, some blocks at a time, the latest first. In a block with bits
 * only those rows whose bits are set at the searched places; in any other, all.
 */
export async function* rowsOfTexts(
  { ask, dialect, inPieces = (read) => read() }: Pick<Engine, 'ask' | 'dialect' | 'inPieces'>,
  query: TextQuery,
): AsyncGenerator<RowsOfTexts> {
  const sought = placesSought(query)
  const bitsIn = selectBits({ dialect })
  const rowsOf = selectRows({ dialect })

  /** The highest id in the rows until an event, by the index of ids: few rows after the event have a lower one. */
  async function highestUntil(event: number): Promise<string | undefined> {
    const [row] = await ask<Pick<RowOfTexts, 'highestId'>>({ ...selectHighest, values: [query.accountId, event] })
    return row?.highestId
  }

  /** The rows of the blocks whose last events are above one, and at most another. */
  async function piece(after: number, until: number): Promise<RowsOfTexts> {
    const values = [query.accountId, JSON.stringify([0, ...new Set(sought.flat(2))]), after, until]
    const bits = blocksOf(await ask<FoundBits>({ ...bitsIn, values }))
    const rest = after === 0 ? undefined : (bits.get(after)?.highestId ?? (await highestUntil(after)))
    const blocks = Array.from({ length: (until - after) / eventsOfBlock }, (_, index) => until - index * eventsOfBlock)
    const events = blocks.flatMap((block) => eventsIn(block, { query, sought, found: bits.get(block) }))
    const rows = events.length === 0 ? [] : await ask<RowOfTexts>(rowsOf(query, events))
    return { rows, rest }
  }

  const [last] = await ask<{ readonly last: bigint | null }>({ ...selectLast, values: [query.accountId] })
  let until = Math.ceil(Number(last?.last ?? 0) / eventsOfBlock) * eventsOfBlock
  for (let together = 1; until > 0; together = Math.min(2 * together, mostBlocks)) {
    const [from, to] = [Math.max(0, until - together * eventsOfBlock), until]
    const found = await inPieces(() => piece(from, to))
    const { createdFromMs } = query
    const isOld = createdFromMs !== undefined && (found.rest ?? '') < lowestIdAt(createdFromMs)
    yield isOld ? { ...found, rest: undefined } : found
    until = isOld ? 0 : from
  }
}

type Looking = {
  readonly query: TextQuery
  readonly sought: readonly Sought[]
  readonly found: Block | undefined
}

/** The last events of a block's rows that may match: of all rows without the block's bits. */
function eventsIn(block: number, { query: { before }, sought, found }: Looking): number[] {
  if (found && before !== undefined && found.lowestId >= before) return []
  const fits = matchingBits(sought, found)
  return Array.from({ length: rowsOfBlock }, (_, nth) => nth)
    .filter((nth) => fits === undefined || ((fits[nth >> 3] ?? 0) & (1 << (nth & 7))) !== 0)
    .map((nth) => block - eventsOfBlock + (nth + 1) * enteredTogether)
}

/** A bit for each row that matches; undefined if the block lacks the bits of a place. */
function matchingBits(sought: readonly Sought[], found: Block | undefined): Uint8Array | undefined {
  if (sought.flat(2).some((place) => !found?.bits.has(place))) return undefined
  const [none, all] = [new Uint8Array(rowsOfBlock / 8), new Uint8Array(rowsOfBlock / 8).fill(255)]
  const both = (one: Uint8Array, other: Uint8Array = none) => one.map((byte, index) => byte & (other[index] ?? 0))
  const either = (one: Uint8Array, other: Uint8Array) => one.map((byte, index) => byte | (other[index] ?? 0))
  const having = (places: readonly number[]) => places.reduce((bits, place) => both(bits, found?.bits.get(place)), all)
  return sought.reduce((bits, lists) => both(bits, lists.map(having).reduce(either, none)), all)
}

/** The bits of a block, as far as they were read. */
type Block = Omit<FoundBits, 'lastEvent' | 'place' | 'bits'> & { readonly bits: Map<number, Buffer> }

type FoundBits = {
  readonly lastEvent: bigint
  readonly highestId: string
  readonly lowestId: string
  readonly place: bigint
  readonly bits: string
}

function blocksOf(rows: readonly FoundBits[]): ReadonlyMap<number, Block> {
  const blocks = new Map<number, Block>()
  for (const { lastEvent, place, bits, ...ids } of rows) {
    const block = blocks.get(Number(lastEvent)) ?? { ...ids, bits: new Map() }
    block.bits.set(Number(place), Buffer.from(bits, 'base64'))
    blocks.set(Number(lastEvent), block)
  }
  return blocks
}

const selectHighest = {
  name: 'highest id of texts',
  text: `SELECT x.highest_id AS "highestId" FROM text_lists x WHERE x.account_id = $1 AND +x.last_event <= $2
    ORDER BY x.highest_id DESC LIMIT 1`,
}

const selectLast = {
  name: 'last texts of an account',
  text: 'SELECT max(last_event) AS last FROM text_lists WHERE account_id = $1',
}

/** Selects the bits of places in the blocks between two events, and in the block before them. */
function selectBits({ dialect }: Pick<Engine, 'dialect'>) {
  const isBlock = `b.account_id = $1 AND b.part = p.value / ${placesTogether} AND b.last_event >= $3 AND b.last_event <= $4`
  return {
    name: 'bits of texts',
    text: `SELECT b.last_event AS "lastEvent", b.highest_id AS "highestId", b.lowest_id AS "lowestId", p.value AS place,
        substr(b.bits, CAST(p.value % ${placesTogether} * ${lengthOfPlace} + 1 AS INTEGER), ${lengthOfPlace}) AS bits
      FROM ${dialect.eachNumber('$2', 'p')} ${dialect.joinEach('text_bits', 'b', isBlock)}`,
  }
}

/** Selects the rows with these last events, unless all of their transactions are too new or too old. */
function selectRows({ dialect }: Pick<Engine, 'dialect'>) {
  return ({ accountId, before, createdFromMs, createdToMs }: TextQuery, events: readonly number[]) => {
    const values: unknown[] = []
    const given = (value: unknown) => `$${values.push(value)}`
    const isRow = `x.account_id = ${given(accountId)} AND x.last_event = p.value`
    const where = whereAll([
      ...(before === undefined ? [] : [`x.lowest_id < ${given(before)}`]),
      ...(createdFromMs === undefined ? [] : [`x.highest_id >= ${given(lowestIdAt(createdFromMs))}`]),
      ...(createdToMs === undefined ? [] : [`x.lowest_id < ${given(lowestIdAt(createdToMs))}`]),
    ])
    const text = `SELECT x.last_event AS "lastEvent", x.highest_id AS "highestId"
      FROM ${dialect.eachNumber(given(JSON.stringify(events)), 'p')} ${dialect.joinFound('text_lists', 'x', isRow)} ${where}`
    return { text, values }
  }
}
