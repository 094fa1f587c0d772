import type { Engine } from '../../engine/engine.ts'
import type { Ask, Write } from '../../engine/sqlStatement.ts'
import {
  type BlockBits,
  enteredTogether,
  eventsOfBlock,
  placesTogether,
  rowsOfBlock,
  textBits,
} from '../../tables/lists.ts'
import { eachPlace, places } from './places.ts'

/** How many rows of texts one statement reads, and how many rows one transaction writes: payments wait for it. */
const [readTogether, writtenTogether] = [8, 32]

/**
 * Makes the function that writes the bits of the next block whose rows of texts are complete. Two processes may write
 * the same ones. Resolves with whether there was a block.
 */
export function gatheringBits({ ask, write, dialect, inPieces }: Omit<Engine, 'clock'>): () => Promise<boolean> {
  const insert = dialect.insert<BlockBits>(textBits.name, textBits.columns, 'ON CONFLICT DO NOTHING')
  return async () => {
    const [next] = await ask<Block>(selectNext)
    if (next === undefined) return false
    const rows = await bitsOf({ ask, ...(inPieces && { inPieces }) }, next)
    // A block without its first row is written again.
    for (let end = rows.length; end > 0; end -= writtenTogether)
      await addRows(write, insert(rows.slice(Math.max(0, end - writtenTogether), end)))
    return true
  }
}

/** A block of an account, by its last event. */
export type Block = { readonly accountId: string; readonly lastEvent: bigint }

/**
 * Derives the rows of a block, from the rows of texts and the block before it. Reading one piece after the other is enough:
 * rows of texts never change.
 */
export async function bitsOf(
  { ask, inPieces = (read) => read() }: { readonly ask: Ask } & Pick<Engine, 'inPieces'>,
  { accountId, lastEvent }: Block,
): Promise<BlockBits[]> {
  const [before] = await ask<Before>({ ...selectBefore, values: [accountId, lastEvent] })
  const first = Number(lastEvent) - eventsOfBlock
  const bits = Buffer.alloc((places * rowsOfBlock) / 8)
  let [highestId, lowestId] = [before?.highestId ?? '', '~']
  const values = [accountId, before?.lastEvent ?? 0n, lastEvent]
  for (let from = values[1]; from !== undefined; ) {
    const after: unknown = from
    const rows = await inPieces(async () => {
      const read = await ask<TextRow>({ ...selectRows, values: [accountId, after, lastEvent, readTogether] })
      for (const row of read) if (Number(row.lastEvent) > first) setBits(bits, row, first)
      return read.map(({ texts: _, amounts: __, ...ids }) => ids)
    })
    for (const row of rows) {
      if (row.highestId > highestId) highestId = row.highestId
      if (Number(row.lastEvent) > first && row.lowestId < lowestId) lowestId = row.lowestId
    }
    from = rows.at(-1)?.lastEvent
  }
  const size = (placesTogether * rowsOfBlock) / 8
  return Array.from({ length: places / placesTogether }, (_, part) => ({
    accountId,
    part,
    lastEvent: Number(lastEvent),
    highestId,
    lowestId,
    bits: inBase64(bits.subarray(part * size, (part + 1) * size)),
  }))
}

/** The bits of each place are a text of the same length. */
function inBase64(bits: Buffer): string {
  const size = rowsOfBlock / 8
  return Array.from({ length: placesTogether }, (_, index) =>
    bits.subarray(index * size, (index + 1) * size).toString('base64'),
  ).join('')
}

/** The length of the text of a place. */
export const lengthOfPlace = Math.ceil(rowsOfBlock / 8 / 3) * 4

function setBits(bits: Buffer, { lastEvent, texts, amounts }: TextRow, first: number): void {
  const nth = (Number(lastEvent) - first) / enteredTogether - 1
  eachPlace(texts, JSON.parse(amounts), (place) => {
    const at = (place * rowsOfBlock) / 8 + (nth >> 3)
    bits[at] = (bits[at] ?? 0) | (1 << (nth & 7))
  })
}

type Before = { readonly lastEvent: bigint; readonly highestId: string }
type TextRow = Before & { readonly lowestId: string; readonly texts: string; readonly amounts: string }

/** The earliest block of an account that lacks its first row. A block that ends without a payment is always searched. */
const selectNext = {
  name: 'next block of texts',
  text: `SELECT x.account_id AS "accountId", x.last_event AS "lastEvent" FROM text_lists x
    WHERE x.last_event % ${eventsOfBlock} = 0 AND NOT EXISTS (
      SELECT 1 FROM text_bits b WHERE b.account_id = x.account_id AND b.part = 0 AND b.last_event = x.last_event)
    ORDER BY x.account_id, x.last_event LIMIT 1`,
}

const selectBefore = {
  name: 'block of texts before',
  text: `SELECT b.last_event AS "lastEvent", b.highest_id AS "highestId" FROM text_bits b
    WHERE b.account_id = $1 AND b.part = 0 AND b.last_event < $2 ORDER BY b.last_event DESC LIMIT 1`,
}

const selectRows = {
  name: 'texts of a block',
  text: `SELECT x.last_event AS "lastEvent", x.highest_id AS "highestId", x.lowest_id AS "lowestId", x.texts, x.amounts
    FROM text_lists x WHERE x.account_id = $1 AND x.last_event > $2 AND x.last_event <= $3
    ORDER BY x.last_event LIMIT $4`,
}

function addRows(write: Write, writes: ReturnType<ReturnType<Engine['dialect']['insert']>>): Promise<void> {
  return write({ reads: [], decide: () => ({ value: undefined, writes }) })
}

/**
 * Names blocks, of those that a statement selects, whose rows do not follow from their texts. A block may lack rows: a
 * search reads all of its texts then.
 */
export async function wrongBits(ask: Ask, text: string, most: number): Promise<string[]> {
  const found: string[] = []
  for (const block of await ask<Block>({ text })) {
    if (found.length >= most) break
    const wanted = (await bitsOf({ ask }, block)).map((row) => Object.values(row).join(' '))
    const rows = await ask<Stored>({ ...selectStored, values: [block.accountId, block.lastEvent] })
    if (rows.some((row) => wanted[Number(row.part)] !== Object.values(row).join(' ')))
      found.push(`text_bits has wrongly the block until event ${block.lastEvent} of account ${block.accountId}`)
  }
  return found
}

/** Selects all blocks. */
export const selectBlocks =
  'SELECT DISTINCT b.account_id AS "accountId", b.last_event AS "lastEvent" FROM text_bits b ORDER BY 1, 2'

type Stored = { readonly part: bigint }

const selectStored = {
  name: 'bits of a block',
  text: `SELECT b.account_id AS "accountId", b.part, b.last_event AS "lastEvent", b.highest_id AS "highestId",
      b.lowest_id AS "lowestId", b.bits
    FROM text_bits b WHERE b.account_id = $1 AND b.last_event = $2`,
}
