import { type Done, recording } from '../actions/attribution.ts'
import { type Market, networkNames } from '../model/market.ts'
import { type OperatorRefusal, unconfiguredNetwork } from '../model/operatorRefusal.ts'
import type { Books } from '../ports/books/books.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { Bucket, Entry, FileRow, Reconciliations, Run } from '../ports/operators/reconciliations.ts'
import type { Secrets } from '../ports/secrets.ts'
import { compareFile, entryOf } from './comparison/compareFile.ts'
import { type JudgeAgain, recordEvidence, withoutEvidence } from './comparison/evidence.ts'
import { balanceCheck, sumOf, totals } from './comparison/totals.ts'
import { waitingRows } from './comparison/waitingRows.ts'
import { numberKey } from './comparison/withoutIds.ts'
import { allOpen } from './foundEntry.ts'

/** The ports for a reconciliation. */
export type ReconciliationPorts = {
  readonly books: Pick<Books, 'transaction' | 'atomically'>
  readonly reconciliations: Reconciliations
  readonly market: Market
  readonly clock: Clock
  readonly ids: Ids
  readonly secrets: Pick<Secrets, 'digest' | 'pseudonym'>
}

/** A file of a network, and the period for which it must have every payment. */
export type ReconciliationRequest = Pick<Run, 'digest' | 'file' | 'network' | 'profile' | 'fromMs' | 'toMs' | 'by'> & {
  /** Whether it is a dry run, so that nothing is stored and no payment is marked. */
  readonly isRehearsal?: boolean
  /** The rows of the file, in their order, some at a time. */
  readonly rows: AsyncIterable<readonly FileRow[]>
  /** Called with the number of rows read, and then with the number of rows compared. */
  readonly onProgress?: (doing: 'read' | 'compared', rows: number) => void
}

/** The function that {@link reconcile} returns. */
export type Reconcile = (
  request: ReconciliationRequest,
) => Promise<{ readonly run: Run; readonly already: boolean } | OperatorRefusal>

/**
 * Compares a network's file with the books, and stores every row with its result. It moves no money. The same file
 * again changes nothing. Refused with `unknown_network`.
 */
export function reconcile({
  books,
  reconciliations: stored,
  market,
  clock,
  ids,
  secrets,
}: ReconciliationPorts): Reconcile {
  return async ({ rows, onProgress, isRehearsal = false, ...given }) => {
    const reconciliations = isRehearsal ? unstored(stored) : stored
    const { network, digest } = given
    if (!networkNames(market).includes(network)) return unconfiguredNetwork(network, market)
    const earlier = await reconciliations.ofDigest(digest)
    if (earlier) return { run: earlier, already: true }
    const run: Run = { id: ids.ordered(), ...given, begunAtMs: clock.nowMs(), ended: null, withdrawn: null }
    await reconciliations.begin(run)
    const [judged, absent] = [totals(), totals()]
    const read = await readRows({ run, rows, judged, reconciliations, onRead: (count) => onProgress?.('read', count) })
    const { waiting, count, file, balances } = read
    const judgeAgain = isRehearsal ? withoutEvidence(books) : recordEvidence(books, { run, atMs: run.begunAtMs })
    await compareFile({
      reconciliations,
      run,
      rows: waiting,
      totals: judged,
      absent,
      nextItem: read.lastLine + 1,
      keyOf: numberKey(secrets),
      judgeAgain,
      onJudged: (compared) => onProgress?.('compared', compared),
    })
    const all = judged.all()
    if (sumOf(all) !== file)
      throw new Error(`the total of the buckets is ${sumOf(all)}, and the total of the file is ${file}`)
    const end = { atMs: clock.nowMs(), rows: count, totals: all, absent: absent.all(), balances }
    const acting = recording({ clock, secrets }, { by: run.by })(() => compared(run, count))
    if (await reconciliations.end(run.id, end, acting)) {
      await markAgain(reconciliations, run.id, judgeAgain)
      return { run: { ...run, ended: end }, already: false }
    }
    return { run: (await reconciliations.ofDigest(digest)) ?? run, already: true }
  }
}

/** Compares every file, and stores nothing. */
function unstored(stored: Reconciliations): Reconciliations {
  return {
    ...stored,
    ofDigest: async () => undefined,
    begin: async () => {},
    add: async () => {},
    end: async () => true,
  }
}

/** Another comparison may have put the mark before this one could, and removed it when it was withdrawn meanwhile. */
async function markAgain(
  reconciliations: Pick<Reconciliations, 'entries'>,
  runId: string,
  judgeAgain: JudgeAgain,
): Promise<void> {
  for (const { line, status, transactionId } of await allOpen(reconciliations, { runId, buckets: ['state_differs'] }))
    if (line !== null && status !== null && transactionId !== null) await judgeAgain({ line, status }, transactionId)
}

function compared({ id, file, digest, network }: Run, rows: number): Done {
  const after = { file, digest, network, rows }
  return { kind: 'reconcile.file', accountId: null, subject: `reconciliation ${id}`, before: null, after }
}

type Reading = {
  readonly run: Run
  readonly rows: AsyncIterable<readonly FileRow[]>
  readonly judged: ReturnType<typeof totals>
  readonly reconciliations: Reconciliations
  onRead(rows: number): void
}

/** Reads all rows, and at once judges and stores the rows that are not payments. */
async function readRows({ run, rows, judged, reconciliations, onRead }: Reading) {
  const file = totals()
  const balances = balanceCheck()
  const waiting = waitingRows()
  let [count, lastLine] = [0, 0]
  for await (const some of rows) {
    const entries: Entry[] = []
    for (const row of some) {
      const bucket = bucketOf(row)
      if (bucket === null) waiting.add(row)
      else {
        judged.add(bucket, row)
        entries.push(entryOf(row, { bucket, transactionId: null, why: null }))
      }
      file.add('matched', row)
      balances.add(row)
      lastLine = Math.max(lastLine, row.line)
    }
    if (entries.length > 0) await reconciliations.add(run.id, entries)
    count += some.length
    onRead(count)
  }
  return { waiting, count, lastLine, file: sumOf(file.all()), balances: balances.result() }
}

function bucketOf({ kind }: FileRow): Bucket | null {
  return kind === 'payment' ? null : kind === 'fee' ? 'fee' : 'not_ours'
}
