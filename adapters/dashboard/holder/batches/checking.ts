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
  type UseCases,
} from '../../../../core/sente.ts'
import { type BatchCsv, batchCsvText, readBatchCsv } from '../../../written/batchCsv.ts'
import type { Form } from '../../request/form.ts'
import type { HolderDeps } from '../deps.ts'
import { batchWords } from './words.ts'

/** A batch in the form that requests it. */
export type AskedBatch = {
  readonly reference: string
  readonly csv: BatchCsv
  /** The same as a text, for the forms. */
  readonly lines: string
  readonly request: Omit<Parameters<UseCases['tryBatch']>[0]['request'], 'acceptPartial'>
}

/** The reason why a form's batch cannot be read, and its lines with their corrections. */
export type UnreadBatch = { readonly problem: string; readonly lines: string }

/** The result of a check: the payable lines, the others, and a problem that prevents the whole batch. */
export type CheckedBatch = {
  readonly sums: readonly BatchSum[]
  readonly refusedLines: readonly RefusedLine[]
  readonly refusal: Refusal | undefined
}

/** Reads the batch in a form, with the corrections of its lines; or returns a problem. */
export async function batchIn(
  deps: Pick<HolderDeps, 'linesInCsv'>,
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
  const read = await deps.linesInCsv(csv, nextTurn)
  // A user who is signed in sends no public key.
  return { reference, csv, lines: await batchCsvText(csv, nextTurn), request: { apikey: '', reference, lines: read } }
}

/** Checks a batch in the same way as its payment, and changes nothing. */
export async function checkBatch(
  { tryBatch }: Pick<UseCases, 'tryBatch'>,
  { caller, nextTurn }: { readonly caller: Caller; readonly nextTurn: NextTurn },
  { request }: AskedBatch,
): Promise<CheckedBatch> {
  const tried = (acceptPartial: boolean) => tryBatch({ caller, request: { ...request, acceptPartial }, nextTurn })
  const part = await tried(true)
  if (!isRefusal(part)) return { sums: part.batch.sums, refusedLines: part.refusedLines, refusal: undefined }
  if (part.refused === 'batch_refused') return { sums: [], refusedLines: part.lines, refusal: undefined }
  // Lines to correct are shown even if something else refuses the others.
  const whole = await tried(false)
  const refusedLines = isRefusal(whole) && whole.refused === 'batch_refused' ? whole.lines : []
  return { sums: [], refusedLines, refusal: part }
}

/** How many lines are corrected at once, and how many cells if the lines have many columns. */
export const [mostCorrected, mostCells] = [25, 250]

/** The name of a form's field for the cell of a line. */
export function cellName(line: number, column: number): string {
  return `cell-${line}-${column}`
}

/** Writes the corrections of a form as CSV and reads it again, so that they are checked by the same rules as a file. */
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
