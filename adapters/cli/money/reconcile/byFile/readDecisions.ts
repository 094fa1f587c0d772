import {
  type Bucket,
  type FileDecision,
  type FoundEntry,
  findAccount,
  findEntry,
  isRefusal,
  type NamedPayment,
  type RowClass,
  referenceForm,
  referencePattern,
  rowClasses,
} from '../../../../../core/sente.ts'
import { type NamedLine, readColumns } from '../../../../written/columns.ts'
import { todayOf } from '../../../../written/moment.ts'
import type { CliStore } from '../../../deps.ts'
import { decisionWords, filledColumns, paymentColumns, shownColumns } from './columns.ts'

/** The decisions in a file, and its lines that decide nothing now. */
export type ReadDecisions = {
  readonly decisions: readonly FileDecision[]
  /** How many lines were decided before, as they say. */
  readonly before: number
  /** The lines whose entry has changed since the file was written, each with the change. */
  readonly changed: readonly { readonly line: number; readonly because: string }[]
}

/** A line's entry and its decision; or its fault, its change since, or that it was decided before. */
type ReadLine =
  | { readonly found: FoundEntry; readonly decision: FileDecision }
  | { readonly fault: string }
  | { readonly changed: string }
  | 'decided before'

/** Cells that are not compared: the owner may change, and spreadsheets write dates in their own form. */
const none = new Set(['owner', 'at', 'day'])

/**
 * Reads decisions from a file that `reconcile exceptions --export` has written and people have filled in. Returns every
 * fault, if it has any: a line whose cells are not those of its entry belongs to other books, or was spoilt.
 */
export async function readDecisions(
  store: CliStore,
  file: Buffer,
  because: string,
): Promise<ReadDecisions | { readonly faults: readonly string[] }> {
  const table = await readColumns(file, [...shownColumns.map(([name]) => name), ...filledColumns])
  if ('problem' in table) return { faults: [table.problem] }
  const groups: Groups = new Map()
  const [faults, seen] = [[] as string[], new Map<string, number>()]
  const paid = new Map<string, number>()
  const changed: { line: number; because: string }[] = []
  let before = 0
  for (const line of table.lines) {
    if (filledColumns.every((name) => cell(line, name) === '')) continue
    const key = `${cell(line, 'reconciliation')} ${cell(line, 'entry')}`
    const first = seen.get(key)
    seen.set(key, line.number)
    const read = first === undefined ? await readLine(store, line, because) : { fault: `is the entry of line ${first}` }
    const twice = typeof read === 'object' && 'decision' in read ? sameReference(paid, line, read.decision) : undefined
    if (read === 'decided before') before += 1
    else if (twice !== undefined) faults.push(`line ${line.number} has the account and the reference of line ${twice}`)
    else if ('fault' in read) faults.push(`line ${line.number} ${read.fault}`)
    else if ('changed' in read) changed.push({ line: line.number, because: read.changed })
    else addTo(groups, read.decision)
  }
  if (faults.length > 0) return { faults }
  return { decisions: [...groups.values()] as unknown as readonly FileDecision[], before, changed }
}

type Groups = Map<string, { request: { items: number[]; references?: NamedPayment[] } }>

/** Adds a decision to the one that differs only in its entries. */
function addTo(groups: Groups, decision: FileDecision): void {
  const {
    items,
    references = [],
    ...request
  } = decision.request as FileDecision['request'] & { references?: NamedPayment[] }
  const key = JSON.stringify([decision.kind, decision.because, request])
  const group = groups.get(key)
  if (!group) groups.set(key, structuredClone(decision) as never)
  else {
    group.request.items.push(...items)
    group.request.references?.push(...references)
  }
}

/** The earlier line that records a payment under the same reference. */
function sameReference(
  paid: Map<string, number>,
  line: NamedLine,
  { kind, request }: FileDecision,
): number | undefined {
  if (kind !== 'reconcile.record') return undefined
  const key = `${request.accountId} ${cell(line, 'reference')}`
  const first = paid.get(key)
  if (first === undefined) paid.set(key, line.number)
  return first
}

async function readLine(store: CliStore, line: NamedLine, usual: string): Promise<ReadLine> {
  const [word, owner] = [cell(line, 'decision').toLowerCase(), cell(line, 'new_owner')]
  const because = cell(line, 'reason') || usual
  if (word === '' && owner === '') return { fault: 'has a reason, but neither a decision nor a new owner' }
  if (word !== '' && owner !== '') return { fault: 'has both a decision and a new owner: leave one of them empty' }
  if (word !== '' && !(decisionWords as readonly string[]).includes(word))
    return { fault: `has the decision “${word}”: expected ${decisionWords.join(', ')}` }
  const item = Number(cell(line, 'entry'))
  if (!Number.isSafeInteger(item) || item < 1) return { fault: `has no number of an entry: “${cell(line, 'entry')}”` }
  const found = await findEntry(store)({ runId: cell(line, 'reconciliation'), item })
  if (isRefusal(found)) return { fault: `is of another comparison or other books: ${found.message}` }
  const { days } = todayOf(store)
  for (const [name, value] of shownColumns) {
    const [given, expected] = [cell(line, name), value(found, days)]
    if (none.has(name) || isSame(given, expected, name)) continue
    return { fault: `has another ${name} than its entry: “${given}”, not “${expected ?? ''}”` }
  }
  const unfit = await faultOf(store, line, { word, bucket: found.entry.bucket })
  if (unfit !== undefined) return { fault: unfit }
  const decision = decisionOf(line, { word, item, runId: found.run.id, because })
  return changeSince(line, found, decision) ?? { found, decision }
}

/** The bucket of the rows that a decision is for; all others are for any. */
function bucketFor(word: string): Bucket | undefined {
  if (word === 'record') return 'missing_here'
  return (rowClasses as readonly string[]).includes(word) ? 'not_ours' : undefined
}

/** The fault of a line's decision about an entry of a bucket. */
async function faultOf(
  store: CliStore,
  line: NamedLine,
  { word, bucket }: { readonly word: string; readonly bucket: Bucket },
): Promise<string | undefined> {
  const needed = bucketFor(word)
  if (needed !== undefined && needed !== bucket)
    return `has the decision “${word}”, which is for ${needed}, and its entry is ${bucket}`
  const given = paymentColumns.filter((name) => cell(line, name) !== '')
  if (word !== 'record') return given.length > 0 ? `has ${given.join(', ')}, without the decision “record”` : undefined
  const missing = (['account', 'reference'] as const).filter((name) => cell(line, name) === '')
  if (missing.length > 0) return `is to be recorded, and has no ${missing.join(', and no ')}`
  if (!new RegExp(referencePattern).test(cell(line, 'reference')))
    return `has the reference “${cell(line, 'reference')}”: expected ${referenceForm}`
  const account = await findAccount(store)({ accountId: cell(line, 'account') })
  return isRefusal(account) ? `has an unknown account: “${cell(line, 'account')}”` : undefined
}

type Decided = { readonly word: string; readonly item: number; readonly runId: string; readonly because: string }

function decisionOf(line: NamedLine, { word, item, runId, because }: Decided): FileDecision {
  const request = { runId, items: [item] }
  const [owner, accountId] = [cell(line, 'new_owner'), cell(line, 'account')]
  if (word === 'record') {
    const refundOf = cell(line, 'refund_of')
    const payment = { item, reference: cell(line, 'reference'), ...(refundOf !== '' && { refundOf }) }
    return { kind: 'reconcile.record', because, request: { ...request, accountId, references: [payment] } }
  }
  if (word === '') return { kind: 'reconcile.assign', because, request: { ...request, owner } }
  if (word === 'resolve') return { kind: 'reconcile.resolve', because, request }
  return { kind: 'reconcile.classify', because, request: { ...request, as: word as RowClass } }
}

/** The change of an entry since its line was written, if there is one. */
function changeSince(line: NamedLine, { run, entry }: FoundEntry, decision: FileDecision): ReadLine | undefined {
  const { kind, because, request } = decision
  const said = kind === 'reconcile.classify' ? `${request.as}: ${because}` : because
  const isSaid =
    entry.resolved?.because === said && (entry.resolved.transactionId !== null) === (kind === 'reconcile.record')
  if (isSaid || (kind === 'reconcile.assign' && entry.owner === request.owner)) return 'decided before'
  if (run.withdrawn) return { changed: `its comparison was withdrawn by ${run.withdrawn.by}` }
  if (entry.resolved) return { changed: `${entry.resolved.by} has resolved it: ${entry.resolved.because}` }
  const owner = entry.owner ?? ''
  return isSame(cell(line, 'owner'), owner, 'owner') ? undefined : { changed: `its owner is now “${owner}”` }
}

function isSame(written: string, now: string | null, name: string): boolean {
  const text = (now ?? '').trim()
  return written.trim() === text || (name === 'amount' && text !== '' && Number(written) === Number(text))
}

function cell({ cells }: NamedLine, name: string): string {
  return cells.get(name) ?? ''
}
