import { opensNoMore } from '../books/batches/progress.ts'
import { isPseudonym } from '../model/pseudonym.ts'
import type { Batch, Batches, BatchLine } from '../ports/books/batches.ts'

/** A batch with its lines that have a phone number and are not payments. Lines that are payments belong to these. */
export type NumberedLines = { readonly batch: Batch; readonly lines: readonly BatchLine[] }

/** The ports for reading them. */
export type NumberedLinePorts = { readonly batches: Pick<Batches, 'list' | 'lines'> }

/** How many batches and lines are read at once. */
const [batchesTogether, linesTogether] = [50, 500]

/** The lines that have a phone number and are not payments, some at a time, newest batch first. */
export async function* numberedLines(
  { batches }: NumberedLinePorts,
  { beforeId }: { readonly beforeId?: string } = {},
): AsyncGenerator<NumberedLines> {
  for (let before = beforeId; ; ) {
    const found = await batches.list({ limit: batchesTogether, ...(before !== undefined && { before }) })
    for (const batch of found) for await (const lines of linesOf(batches, batch)) yield { batch, lines }
    before = found.at(-1)?.id
    if (found.length < batchesTogether) return
  }
}

async function* linesOf(batches: NumberedLinePorts['batches'], { id }: Batch): AsyncGenerator<readonly BatchLine[]> {
  for (let after = 0; ; ) {
    const rows = await batches.lines({ batchId: id, after, limit: linesTogether })
    const lines = rows.map(({ line }) => line)
    yield lines.filter((line) => line.transactionId === null && hasNumber(line))
    if (rows.length < linesTogether) return
    after = lines.at(-1)?.number ?? 0
  }
}

function hasNumber({ phoneNumber }: BatchLine): boolean {
  return phoneNumber !== '' && !isPseudonym(phoneNumber)
}

/** Whether a line that is not a payment may still become one, and needs its number for that. */
export function lineNeedsNumber({ state }: BatchLine, batch: Batch): boolean {
  return state === 'waiting' && !opensNoMore(batch.state)
}
