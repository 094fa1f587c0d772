import type { Broken } from '../../ports/books/auditRules.ts'
import type { Books } from '../../ports/books/books.ts'
import type { Snapshot } from '../../ports/books/snapshot.ts'
import { auditBooks } from '../audit/auditBooks.ts'
import { type Watchers, watchedSnapshot } from '../audit/watchedSnapshot.ts'

/** The contents of books: the problems found by their audit, and rows and money by kind, state and account. */
export type CheckedBooks = { readonly broken: readonly Broken[]; readonly sums: ReadonlyMap<string, Sum> }

type Sum = { rows: number; minor: bigint }

/** Audits books, and adds them up while the audit reads them. `onRow` is called for each row. */
export async function checkBooks(snapshot: Books['snapshot'], onRow: () => void): Promise<CheckedBooks> {
  const sums = new Map<string, Sum>()
  const add: Add = (name, minor) => {
    const sum = sums.get(name)
    if (sum) {
      sum.rows += 1
      sum.minor += minor
    } else {
      sums.set(name, { rows: 1, minor })
    }
  }
  const summed = <T>(read: (snapshot: Snapshot) => Promise<T>) =>
    snapshot((whole) => read(watchedSnapshot(whole, summing({ add, onRow }))))
  const { broken } = await auditBooks({ books: { snapshot: summed } })()
  return { broken, sums }
}

/** The first difference between books, in words; undefined when they are the same. */
export function differenceOf(before: CheckedBooks, after: CheckedBooks): string | undefined {
  const names = new Set([...before.sums.keys(), ...after.sums.keys()])
  for (const name of names) {
    const [one, other] = [before.sums.get(name), after.sums.get(name)]
    if (one?.rows !== other?.rows || one?.minor !== other?.minor)
      return `${name}: ${inWords(one)} were moved, and ${inWords(other)} have arrived`
  }
  const [first] = after.broken.filter(
    ({ row, rule }) => !before.broken.some((one) => one.row === row && one.rule === rule),
  )
  return first && `${first.row}: ${first.problem}`
}

type Add = (name: string, minor: bigint) => void

function summing({ add, onRow }: { add: Add; onRow: () => void }): Watchers {
  return {
    balances({ accountId, currency, availableMinor, heldMinor }) {
      add(`the available balance of ${accountId} in ${currency}`, availableMinor)
      add(`the held balance of ${accountId} in ${currency}`, heldMinor)
      onRow()
    },
    postings({ currency, from, to, amountMinor }) {
      add(`postings in ${currency} from ${from} to ${to}`, amountMinor)
      onRow()
    },
    transactions({ transaction: { kind, network, currency, state, attention, amountMinor } }) {
      if (attention !== null) add(`payments in ${currency} that need attention: ${attention}`, amountMinor)
      add(`${kind}s over ${network} in ${currency} that are ${state}`, amountMinor)
      onRow()
    },
    fundings({ funding: { kind, currency, amountMinor } }) {
      add(`fundings in ${currency} to ${kind}`, amountMinor)
      onRow()
    },
    batches({ batch: { state, lines, sums }, waiting }) {
      add(`batches that are ${state}, with their lines`, BigInt(lines))
      for (const { currency, acceptedMinor, heldMinor } of sums) {
        add(`accepted by batches in ${currency}`, acceptedMinor)
        add(`held by batches in ${currency}`, heldMinor)
      }
      for (const { currency, minor } of waiting) add(`waiting lines of batches in ${currency}`, minor)
    },
    events({ accountId, sequence, atMs }) {
      add(`the events of ${accountId}, with sequences and times`, BigInt(sequence) * BigInt(atMs))
      onRow()
    },
    operatorMoves({ currency, from, to, amountMinor }) {
      add(`the operator’s own money in ${currency} moved from ${from} to ${to}`, amountMinor)
      onRow()
    },
    actions({ kind, number, atMs }) {
      add(`actions of the kind ${kind}, with numbers and times`, BigInt(number) * BigInt(atMs))
      onRow()
    },
  }
}

function inWords(sum: Sum | undefined): string {
  return sum ? `${sum.rows} with ${sum.minor} in minor units` : 'none'
}
