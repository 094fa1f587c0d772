import { type FileDecision, type FoundEntry, findEntry, isRefusal, type RowClass } from '../../../../../core/sente.ts'
import { type NamedLine, readColumns } from '../../../../written/columns.ts'
import { todayOf } from '../../../../written/moment.ts'
import type { CliStore } from '../../../deps.ts'
import { decisionWords, filledColumns, shownColumns } from './columns.ts'

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
  const groups = new Map<string, { because: string; kind: string; request: { items: number[] } }>()
  const [faults, seen] = [[] as string[], new Map<string, number>()]
  const changed: { line: number; because: string }[] = []
  let before = 0
  for (const line of table.lines) {
    if (filledColumns.every((name) => cell(line, name) === '')) continue
    const key = `${cell(line, 'reconciliation')} ${cell(line, 'entry')}`
    const first = seen.get(key)
    seen.set(key, line.number)
    const read = first === undefined ? await readLine(store, line, because) : { fault: `is the entry of line ${first}` }
    if (read === 'decided before') before += 1
    else if ('fault' in read) faults.push(`line ${line.number} ${read.fault}`)
    else if ('changed' in read) changed.push({ line: line.number, because: read.changed })
    else addTo(groups, read.decision)
  }
  if (faults.length > 0) return { faults }
  return { decisions: [...groups.values()] as unknown as readonly FileDecision[], before, changed }
}

function addTo(groups: Map<string, { request: { items: number[] } }>, decision: FileDecision): void {
  const { items, ...request } = decision.request
  const key = JSON.stringify([decision.kind, decision.because, request])
  const group = groups.get(key)
  if (group) group.request.items.push(...items)
  else groups.set(key, { ...decision, request: { ...request, items: [...items] } } as never)
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
  const decision = decisionOf(word, { runId: found.run.id, items: [item] }, { owner, because })
  return changeSince(line, found, decision) ?? { found, decision }
}

function decisionOf(
  word: string,
  request: { readonly runId: string; readonly items: readonly number[] },
  { owner, because }: { readonly owner: string; readonly because: string },
): FileDecision {
  if (word === '') return { kind: 'reconcile.assign', because, request: { ...request, owner } }
  if (word === 'resolve') return { kind: 'reconcile.resolve', because, request }
  return { kind: 'reconcile.classify', because, request: { ...request, as: word as RowClass } }
}

/** The change of an entry since its line was written, if there is one. */
function changeSince(line: NamedLine, { run, entry }: FoundEntry, decision: FileDecision): ReadLine | undefined {
  const { kind, because, request } = decision
  const said = kind === 'reconcile.classify' ? `${request.as}: ${because}` : because
  if (entry.resolved?.because === said || (kind === 'reconcile.assign' && entry.owner === request.owner))
    return 'decided before'
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
