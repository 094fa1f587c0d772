import { setTimeout } from 'node:timers/promises'
import type { CrashAccount } from '../load/accounts.ts'
import type { Asked } from '../load/merchant.ts'
import { readCrashBooks } from './books.ts'
import { type Evidence, endOf, violationsIn } from './checks.ts'
import { violationsInTheEnd } from './end.ts'
import { crashJournal } from './journal.ts'

/** What is inspected: a stage's database and its networks' file, by what merchants were told. */
export type CrashScene = {
  readonly databasePath: string
  readonly networksFile: string
  readonly accounts: readonly CrashAccount[]
  readonly asked: readonly Asked[]
}

/** How long the end is waited for, and how often it is looked whether it has come. */
const settlingMs = 60_000
const everyMs = 250

/** Looks for what is not as it has to be. */
export function crashInspection({ databasePath, networksFile, accounts, asked }: CrashScene) {
  const journal = crashJournal(networksFile)
  const final = new Map<string, string>()
  let latest: Evidence | undefined

  async function gather(): Promise<Evidence> {
    const before = journal.read()
    const ids = accounts.map(({ id }) => id)
    const books = await readCrashBooks(databasePath, ids)
    latest = { asked, books, journal: { before, after: journal.read() }, final: new Map(final) }
    for (const { id, state, reason } of books.transactions)
      if (state === 'succeeded' || state === 'failed') final.set(id, endOf({ state, reason }))
    return latest
  }

  return {
    /** While a server works on what the one before it left behind. */
    afterRestart: async () => violationsIn(await gather()),
    /** When nobody asks for anything any more: as soon as all is as it has to be in the end, or after a time. */
    async inTheEnd() {
      const giveUpMs = performance.now() + settlingMs
      for (;;) {
        const evidence = await gather()
        const open = violationsInTheEnd(evidence)
        if (open.length === 0 || performance.now() > giveUpMs) return [...violationsIn(evidence), ...open]
        await setTimeout(everyMs)
      }
    },
    /** How many transactions there were, and how many payments their networks executed. */
    figures: () => ({
      transactions: latest?.books.transactions.length ?? 0,
      executed: [...(latest?.journal.after.values() ?? [])].filter(({ executed }) => executed > 0).length,
    }),
  }
}
