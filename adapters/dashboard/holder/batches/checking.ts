import {
  type BalanceRow,
  type BatchSum,
  type Caller,
  isRefusal,
  type LineWarning,
  type Market,
  mostBatchLines,
  type NextTurn,
  type Refusal,
  type RefusedLine,
  type Repeat,
  referencePattern,
  type UseCases,
} from '../../../../core/sente.ts'
import { type BatchFile, carriedText, readBatchFile, readCarried } from '../../../written/batches/batchFile.ts'
import { type LineFault, readWrittenLine } from '../../../written/batches/writtenLine.ts'
import type { Language } from '../../languages/languages.ts'
import type { Wrong } from '../../page.ts'
import type { Form } from '../../request/form.ts'
import type { HolderDeps } from '../deps.ts'
import { unreadText } from './faults.ts'

/** A batch in the form that requests it. */
export type AskedBatch = {
  readonly reference: string
  readonly file: BatchFile
  /** The same as a text, for the forms. */
  readonly carried: string
  readonly request: Omit<Parameters<UseCases['tryBatch']>[0]['request'], 'acceptPartial'>
}

/** The result of a check: the payable lines, the others, those that repeat a payment, and a problem of the whole batch. */
export type CheckedBatch = {
  readonly sums: readonly BatchSum[]
  /** The balances before it. */
  readonly balances: readonly BalanceRow[]
  readonly refusedLines: readonly RefusedLine[]
  /** The faults that the file shows of the first refused lines, by the numbers of these. */
  readonly faults: ReadonlyMap<number, readonly LineFault[]>
  readonly warnings: readonly LineWarning[]
  readonly repeats: readonly Repeat[]
  readonly refusal: Refusal | undefined
}

/** Reads the batch in a form, with the corrections of its lines; or returns a problem. */
export async function batchIn(
  { linesInFile, market }: Pick<HolderDeps, 'linesInFile' | 'market'>,
  form: Form,
  { nextTurn, language }: { readonly nextTurn: NextTurn; readonly language: Language },
): Promise<AskedBatch | Wrong> {
  const { texts, locale } = language
  const text = texts.batches.new
  const reference = form.text('reference')
  if (!new RegExp(referencePattern).test(reference))
    return { field: 'reference', message: texts.newPayment.wrong.reference }
  const file = await fileIn(form, nextTurn)
  const wrong = (message: string): Wrong => ({ field: form.file('file')?.length ? 'file' : 'lines', message })
  if (!file) return wrong(text.empty)
  if ('problem' in file) return wrong(unreadText(file, language))
  if (file.lines.length === 0 || file.lines.length > mostBatchLines)
    return wrong(text.tooMany(mostBatchLines.toLocaleString(locale)))
  const lines = await linesInFile(file, { market, nextTurn })
  // A user who is signed in sends no public key.
  return { reference, file, carried: await carriedText(file, nextTurn), request: { apikey: '', reference, lines } }
}

/** The batch that a form has carried since an earlier page, or else its file, or its pasted lines. */
async function fileIn(form: Form, nextTurn: NextTurn): Promise<Awaited<ReturnType<typeof readBatchFile>> | undefined> {
  const carried = form.exact('carried')
  if (carried !== '') return correctedFile(carried, form, nextTurn)
  const chosen = form.file('file')
  const bytes = chosen && chosen.length > 0 ? chosen : Buffer.from(form.exact('lines'))
  return bytes.length > 0 ? readBatchFile(bytes, nextTurn) : undefined
}

/** Checks a batch in the same way as its payment, and changes nothing. */
export async function checkBatch(
  deps: Pick<HolderDeps, 'tryBatch' | 'lookUpBalances' | 'market'>,
  how: { readonly caller: Caller; readonly nextTurn: NextTurn },
  { request, file }: AskedBatch,
): Promise<CheckedBatch> {
  const tried = await triedBatch(deps, how, request)
  return { ...tried, faults: await faultsIn(file, tried.refusedLines, deps.market) }
}

async function triedBatch(
  { tryBatch, lookUpBalances }: Pick<UseCases, 'tryBatch' | 'lookUpBalances'>,
  { caller, nextTurn }: { readonly caller: Caller; readonly nextTurn: NextTurn },
  request: AskedBatch['request'],
): Promise<Omit<CheckedBatch, 'faults'>> {
  const tried = (acceptPartial: boolean) => tryBatch({ caller, request: { ...request, acceptPartial }, nextTurn })
  const [part, found] = [await tried(true), await lookUpBalances({ caller })]
  const balances = isRefusal(found) ? [] : found.balances
  if (!isRefusal(part)) return { ...part, sums: part.batch.sums, balances, refusal: undefined }
  const nothing = { sums: [], balances, warnings: [], repeats: [] }
  if (part.refused === 'batch_refused') return { ...nothing, refusedLines: part.lines, refusal: undefined }
  // Lines to correct are shown even if something else refuses the others.
  const whole = await tried(false)
  const refusedLines = isRefusal(whole) && whole.refused === 'batch_refused' ? whole.lines : []
  return { ...nothing, refusedLines, refusal: part }
}

/** The faults of the lines that are corrected next. */
async function faultsIn(file: BatchFile, refused: readonly RefusedLine[], market: Market) {
  const faults = new Map<number, readonly LineFault[]>()
  for (const { line: number } of refused.slice(0, mostCorrected)) {
    const line = file.lines.find((one) => one.number === number)
    if (line) faults.set(number, (await readWrittenLine(file, line, market)).faults)
  }
  return faults
}

/** How many repeats a page lists. */
export const mostRepeats = 50

/** How many lines are corrected at once, and how many cells if the lines have many columns. */
export const [mostCorrected, mostCells] = [25, 250]

/** The name of a form's field for the cell of a line. */
export function cellName(line: number, column: number): string {
  return `cell-${line}-${column}`
}

/** Writes the corrections of a form as a text and reads it again, so that they are checked by the same rules as a file. */
async function correctedFile(carried: string, form: Form, nextTurn: NextTurn): ReturnType<typeof readCarried> {
  const file = await readCarried(carried, nextTurn)
  const corrected = new Set(form.text('corrected').split(',', mostCorrected).filter(Boolean).map(Number))
  if ('problem' in file || corrected.size === 0) return file
  const lines = file.lines.map((line) => {
    if (!corrected.has(line.number)) return line
    const { number, cells } = line
    return { ...line, cells: cells.map((cell, column) => form.all(cellName(number, column))[0]?.trim() ?? cell) }
  })
  return readCarried(await carriedText({ ...file, lines }, nextTurn), nextTurn)
}
