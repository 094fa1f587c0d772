import { Command } from 'commander'
import { soakTrials } from '../model/soak.ts'
import type { Soak } from '../soakRun.ts'
import type { HistoryBooks } from './books.ts'
import { histories, noHistories } from './histories.ts'

/** The number of histories in a batch on each of the books. */
const batches: readonly (readonly [books: HistoryBooks, histories: number])[] = [
  ['memory', 200],
  ['file', 4],
  ['memory', 200],
  ['sqlite', 10],
  ['memory', 200],
  ['postgres', 4],
]

/** The command that plays histories of everything for the given time. */
export function soakTogether(soak: Soak): Command {
  const command = new Command('together').description(
    'random histories of payments, refunds, batches, links, files, erasures, proposals, closed accounts, floats and closes, on books that go back',
  )
  const tally = noHistories()
  const batchOf = (options: { books?: HistoryBooks }, batch: number) => {
    const chosen = batches.filter(([books]) => books === (options.books ?? books))
    const [books, most] = chosen[batch % chosen.length] ?? ['memory', 200]
    return { most, property: histories(books, tally, { acts: 100 }), command: `together --books ${books}` }
  }
  return soakTrials(soak, command, batchOf, tally)
}
