import { type Done, recording } from '../actions/attribution.ts'
import { type Market, networkNames } from '../model/market.ts'
import { type OperatorRefusal, unconfiguredNetwork } from '../model/operatorRefusal.ts'
import type { Books } from '../ports/books/books.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { Reconciliations, Run } from '../ports/operators/reconciliations.ts'
import type { Secrets } from '../ports/secrets.ts'
import { compareFile, type Stored } from './comparison/compareFile.ts'
import { type JudgeAgain, recordEvidence, withoutEvidence } from './comparison/evidence.ts'
import type { FileRows } from './comparison/fileRows.ts'
import { type Tally, unlikelihoods } from './comparison/likelihood.ts'
import { sumOf, totals } from './comparison/totals.ts'
import { numberKey } from './comparison/withoutIds.ts'
import { allOpen } from './entries/foundEntry.ts'

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
  /** Whether a person is sure of the file, network and period, so that an unlikely comparison is stored. */
  readonly isSure?: boolean
  /** The caller's own reasons to doubt that the file is of the network. */
  readonly doubts?: readonly string[]
  /** The rows of the file. They are used up. */
  readonly rows: FileRows
  /** Called with the number of rows compared. */
  readonly onProgress?: (compared: number) => void
}

/** A comparison, and whether it counts. */
export type Reconciled = {
  readonly run: Run
  /** Whether the file was compared before; then this is that comparison. */
  readonly already: boolean
  /** Whether it is stored. */
  readonly isStored: boolean
  /** The reasons why the file hardly belongs to the books, network or period. */
  readonly unlikely: readonly string[]
  /** The number of rows before or after the period; zero for a file that was compared before. */
  readonly outside: number
  /** The last earlier comparison of the file that has not ended. It has no effect: this one began again. */
  readonly unended: Run | undefined
}

/** The function that {@link reconcile} returns. */
export type Reconcile = (request: ReconciliationRequest) => Promise<Reconciled | OperatorRefusal>

/**
 * Compares a network's file with the books, and stores every row with its result. It moves no money. The same file
 * again changes nothing, and begins again if its comparison was interrupted. An unlikely comparison is only a dry run, until a person is sure of it: one whose file has no
 * row of the period, or that finds most of the payments on one side only. The first 10,000 results decide. Refused with
 * `unknown_network`, and with `compared_otherwise` if the file was compared for another network or period.
 */
export function reconcile({ books, reconciliations, market, clock, ids, secrets }: ReconciliationPorts): Reconcile {
  return async ({ rows, onProgress, isRehearsal = false, isSure = false, doubts = [], ...given }) => {
    const { network, digest } = given
    if (!networkNames(market).includes(network)) return unconfiguredNetwork(network, market)
    const earlier = isRehearsal ? undefined : await reconciliations.ofDigest(digest)
    if (earlier) return comparedBefore(earlier, given)
    const unended = await unendedRun(reconciliations, digest)
    const run: Run = { id: ids.ordered(), ...given, begunAtMs: clock.nowMs(), ended: null, withdrawn: null }
    const [judged, absent] = [totals(), totals()]
    const { waiting, count, lastLine, sum, balances } = rows.take()
    const inTime = { rows: count, outside: waiting.outside(run) }
    let [isStored, unlikely]: [boolean, readonly string[]] = [false, doubts]

    async function begin(tally: Tally): Promise<Stored> {
      unlikely = [...doubts, ...unlikelihoods(tally, inTime)]
      isStored = !isRehearsal && (isSure || unlikely.length === 0)
      if (!isStored) return { add: async () => {}, judgeAgain: withoutEvidence(books) }
      await reconciliations.begin(run)
      const judgeAgain = recordEvidence(books, { run, atMs: run.begunAtMs })
      return { add: (entries) => reconciliations.add(run.id, entries), judgeAgain }
    }

    await compareFile({
      reconciliations,
      run,
      rows: waiting,
      totals: judged,
      absent,
      nextItem: lastLine + 1,
      keyOf: numberKey(secrets),
      begin,
      onJudged: (compared) => onProgress?.(compared),
    })
    const all = judged.all()
    if (sumOf(all) !== sum)
      throw new Error(`the total of the buckets is ${sumOf(all)}, and the total of the file is ${sum}`)
    const ended = { atMs: clock.nowMs(), rows: count, totals: all, absent: absent.all(), balances }
    const done = { run: { ...run, ended }, already: false, isStored, unlikely, outside: inTime.outside, unended }
    if (!isStored) return done
    const acting = recording({ clock, secrets }, { by: run.by })(() => compared(run, count))
    if (!(await reconciliations.end(run.id, ended, acting)))
      return comparedBefore((await reconciliations.ofDigest(digest)) ?? run, given)
    await markAgain(reconciliations, run.id, recordEvidence(books, { run, atMs: run.begunAtMs }))
    return done
  }
}

/** How many of the latest comparisons are searched for one that has not ended. */
const latestRuns = 100

/** The last comparison of a file that has not ended: it was interrupted, or still runs. */
async function unendedRun({ runs }: Pick<Reconciliations, 'runs'>, digest: string): Promise<Run | undefined> {
  const latest = await runs({ limit: latestRuns })
  return latest.find((run) => run.digest === digest && run.ended === null && run.withdrawn === null)
}

/** The comparison of a file that was compared before, unless it was for another network or period. */
function comparedBefore(
  run: Run,
  { network, fromMs, toMs }: Pick<Run, 'network' | 'fromMs' | 'toMs'>,
): Reconciled | OperatorRefusal {
  if (run.network === network && run.fromMs === fromMs && run.toMs === toMs)
    return { run, already: true, isStored: true, unlikely: [], outside: 0, unended: undefined }
  const message = `${run.by} has compared this file with ${run.network} or for another period: withdraw reconciliation ${run.id} to compare it again`
  return { refused: 'compared_otherwise', message }
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
