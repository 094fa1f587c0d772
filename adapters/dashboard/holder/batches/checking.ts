import {
  type BatchSum,
  type Caller,
  isRefusal,
  mostBatchLines,
  type NextTurn,
  type Refusal,
  type RefusedLine,
  referenceForm,
  referencePattern,
} from '../../../../core/sente.ts'
import { type BatchCsv, batchCsvText, readBatchCsv } from '../../../written/batchCsv.ts'
import type { Form } from '../../request/form.ts'
import type { HolderDeps } from '../deps.ts'
import { batchWords } from './words.ts'

/** A batch as a form asks for it. */
export type AskedBatch = {
  readonly reference: string
  readonly csv: BatchCsv
  /** The same as a text, as forms carry it. */
  readonly lines: string
  readonly request: Omit<Parameters<HolderDeps['batches']['tryBatch']>[0]['request'], 'acceptPartial'>
}

/** Why no batch can be read of a form, and the lines that were to be read, as they were corrected. */
export type UnreadBatch = { readonly problem: string; readonly lines: string }

/** What a check has found: what can be paid, what can't, and what keeps all of it from being paid. */
export type CheckedBatch = {
  readonly sums: readonly BatchSum[]
  readonly refusedLines: readonly RefusedLine[]
  readonly refusal: Refusal | undefined
}

/** Reads the batch that a form asks for, its lines as they were corrected; or says what is wrong with it. */
export async function batchIn(
  deps: Pick<HolderDeps, 'batches'>,
  form: Form,
  nextTurn: NextTurn,
): Promise<AskedBatch | UnreadBatch> {
  const text = batchWords.new
  const reference = form.text('reference')
  const lines = form.exact('lines')
  if (!new RegExp(referencePattern).test(reference)) return { problem: text.reference(referenceForm), lines }
  const file = form.file('file')
  const bytes = file && file.length > 0 ? file : Buffer.from(lines)
  if (bytes.length === 0) return { problem: text.empty, lines }
  const csv = await correctedCsv(bytes, { form, nextTurn })
  if ('problem' in csv) return { lines, ...csv, problem: text.unread(csv.problem) }
  if (csv.records.length === 0 || csv.records.length > mostBatchLines)
    return { problem: text.tooMany(mostBatchLines.toLocaleString('en-GB')), lines }
  const read = await deps.batches.linesInCsv(csv, nextTurn)
  // A user who is signed in comes without a public key.
  return { reference, csv, lines: await batchCsvText(csv, nextTurn), request: { apikey: '', reference, lines: read } }
}

/** Checks a batch as it would be when it is paid, and changes nothing. */
export async function checkBatch(
  { batches }: Pick<HolderDeps, 'batches'>,
  { caller, nextTurn }: { readonly caller: Caller; readonly nextTurn: NextTurn },
  { request }: AskedBatch,
): Promise<CheckedBatch> {
  const tried = (acceptPartial: boolean) =>
    batches.tryBatch({ caller, request: { ...request, acceptPartial }, nextTurn })
  const part = await tried(true)
  if (!isRefusal(part)) return { sums: part.batch.sums, refusedLines: part.refusedLines, refusal: undefined }
  if (part.refused === 'batch_refused') return { sums: [], refusedLines: part.lines, refusal: undefined }
  // Lines to correct are shown even where something else refuses the others.
  const whole = await tried(false)
  const refusedLines = isRefusal(whole) && whole.refused === 'batch_refused' ? whole.lines : []
  return { sums: [], refusedLines, refusal: part }
}

/** How many lines are corrected at once, and of lines with many columns how many cells. */
export const [mostCorrected, mostCells] = [25, 250]

/** How a form names the cell of a line that is corrected. */
export function cellName(line: number, column: number): string {
  return `cell-${line}-${column}`
}

/** What a form has corrected is written and read again, so that it goes by the same rules as a file. */
async function correctedCsv(
  bytes: Buffer,
  { form, nextTurn }: { readonly form: Form; readonly nextTurn: NextTurn },
): Promise<BatchCsv | (Pick<UnreadBatch, 'problem'> & Partial<UnreadBatch>)> {
  const csv = await readBatchCsv(bytes, nextTurn)
  const corrected = new Set(form.text('corrected').split(',', mostCorrected).filter(Boolean).map(Number))
  if ('problem' in csv || corrected.size === 0) return csv
  const records = csv.records.map((cells, index) => {
    if (!corrected.has(index + 1)) return cells
    return csv.names.map((_, column) => form.all(cellName(index + 1, column))[0] ?? cells[column] ?? '')
  })
  const lines = await batchCsvText({ ...csv, records }, nextTurn)
  const read = await readBatchCsv(Buffer.from(lines), nextTurn)
  return 'problem' in read ? { ...read, lines } : read
}
