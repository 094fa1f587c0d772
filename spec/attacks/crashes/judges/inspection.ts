import { setTimeout } from 'node:timers/promises'
import { isFinal } from '../../../../core/sente.ts'
import type { CrashAccount } from '../load/operator.ts'
import { crashFeeBackOf, crashFeeOf } from '../terms.ts'
import { batchesGoneWrong } from './batches.ts'
import { readCrashBooks } from './books.ts'
import { endOf, violationsIn, violationsInTheEnd } from './checks.ts'
import type { Evidence } from './evidence.ts'
import { crashJournal } from './journal.ts'
import { countedByOperation } from './operations.ts'

/** The subject of an inspection: a round's database and its networks' file, against the answers to merchants. */
type CrashScene = Pick<Evidence, 'requests' | 'batches' | 'decisions'> & {
  readonly databasePath: string
  readonly networksFile: string
  readonly accounts: readonly CrashAccount[]
}

/** The longest wait for the end, and the pause between looks. */
const settlingMs = 120_000
const everyMs = 250

/** Looks for errors. */
export function crashInspection({ databasePath, networksFile, accounts, ...asked }: CrashScene) {
  const journal = crashJournal(networksFile)
  const final = new Map<string, string>()
  const reported = new Map<string, readonly string[]>()
  let latest: Evidence | undefined

  async function gather(): Promise<Evidence> {
    const before = journal.read()
    const books = await readCrashBooks(
      databasePath,
      accounts.map(({ id }) => id),
    )
    latest = {
      ...{ ...asked, feeOf: crashFeeOf, feeBackOf: crashFeeBackOf, books },
      ...{ journal: { before, after: journal.read() }, final: new Map(final), reported: new Map(reported) },
    }
    for (const [id, events] of books.events) reported.set(id, events)
    for (const one of books.transactions) if (isFinal(one.state)) final.set(one.id, endOf(one))
    return latest
  }

  return {
    /** While a server works on payments that the previous one left open. */
    async afterRestart() {
      const evidence = await gather()
      return [...violationsIn(evidence), ...batchesGoneWrong(evidence)]
    },
    /** After the last request: resolves as soon as there is no error, or after a time. */
    async inTheEnd() {
      const giveUpMs = performance.now() + settlingMs
      for (;;) {
        const evidence = await gather()
        const open = violationsInTheEnd(evidence)
        if (open.length === 0 || performance.now() > giveUpMs)
          return [...violationsIn(evidence), ...batchesGoneWrong(evidence), ...open]
        await setTimeout(everyMs)
      }
    },
    /** The number of transactions, and of requested and executed ones by operation. */
    figures: () => ({
      transactions: latest?.books.transactions.length ?? 0,
      operations: countedByOperation(latest?.requests ?? [], latest?.journal.after.values() ?? []),
    }),
  }
}
