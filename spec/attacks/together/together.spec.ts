import { expect } from 'chai'
import fc from 'fast-check'
import type { MemoryStore } from '../../../adapters/memory/memory.ts'
import { oneOf, times } from '../../night.ts'
import { test } from '../../rule.ts'
import { prove } from '../prove.ts'
import { type HistoryBooks, historyBooks, type OpenBooks } from './books.ts'
import { histories, noHistories, playedOn } from './histories.ts'

function played(books: HistoryBooks, count: number) {
  const tally = noHistories()
  return async () => {
    await prove(histories(books, tally), count, `together --books ${books}`)
    expect(tally.histories).to.equal(count)
  }
}

/** A store with one wrong answer. */
type Broken = (store: MemoryStore) => Partial<MemoryStore>

/** Finds the error of a broken store in memory, and reports it in these words. */
function finds(broken: Broken, words: RegExp) {
  const open = async (): Promise<OpenBooks> => {
    const books = await historyBooks.memory()
    return { ...books, store: { ...books.store, ...broken(books.store) } }
  }
  return async () => {
    const found = await fc.check(playedOn(open, noHistories()), { numRuns: 300, seed: 1, endOnFailure: true })
    expect(String(found.errorInstance)).to.match(words)
  }
}

const losingLastOfPage: Broken = ({ books }) => ({
  books: {
    ...books,
    async statement(query) {
      const found = await books.statement(query)
      const isCut = query.fromMs !== undefined && (found?.postings.length ?? 0) > 1
      return found && isCut ? { ...found, postings: found.postings.slice(0, -1) } : found
    },
  },
})

const swappingEvents: Broken = ({ books }) => ({
  books: {
    ...books,
    async events(query) {
      const found = await books.events(query)
      const [first, second, third, ...others] = found.events
      if (!first || !second || !third) return found
      const [was, is] = [second.event.sequence, third.event.sequence]
      const swapped = [
        { ...third, event: { ...third.event, sequence: was } },
        { ...second, event: { ...second.event, sequence: is } },
      ]
      return { ...found, events: [first, ...swapped, ...others] }
    },
  },
})

const addingFees: Broken = ({ operatorMoney }) => ({
  operatorMoney: {
    ...operatorMoney,
    merchants: async () =>
      (await operatorMoney.merchants()).map((sum) => ({
        ...sum,
        feesMinor: sum.feesMinor < 0n ? 0n : sum.feesMinor + 1n,
      })),
  },
})

describe('Everything together', () => {
  // Only a hang reaches it.
  test(
    'payments, refunds, batches, links, files of networks, erased numbers, proposals, closed accounts and closed days on books that go back: the networks execute no request twice, and balances, statements, events, floats and closes are as the pages say',
    {
      'in memory': played('memory', times({ night: 300, day: 30 })),
      ...oneOf({
        'SQLite in memory': played('sqlite', times({ night: 15, day: 3 })),
        'SQLite in a file, backed up and restored': played('file', times({ night: 8, day: 2 })),
        PostgreSQL: played('postgres', times({ night: 6, day: 2 })),
      }),
    },
  )

  test(
    'the wrong answers of a broken store are found',
    oneOf({
      'a statement lacks the last line of a page': finds(
        losingLastOfPage,
        /opening of|the statement by days|closing of all/,
      ),
      'two events have changed places': finds(swappingEvents, /the order of events|the sequences/),
      'a fee too much was earned': finds(addingFees, /the fees earned/),
    }),
  )
})
