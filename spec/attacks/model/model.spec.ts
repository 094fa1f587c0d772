import { execFile } from 'node:child_process'
import { inspect, promisify } from 'node:util'
import { expect } from 'chai'
import { Command } from 'commander'
import type { Books } from '../../../core/sente.ts'
import { isNight, oneOf, times } from '../../night.ts'
import { test } from '../../rule.ts'
import { projectFolder } from '../../sourceTree.ts'
import { failureOf, prove } from '../prove.ts'
import { soakRun } from '../soakRun.ts'
import { noTally, type OpenStore, sequences } from './sequences.ts'
import { soakModel } from './soak.ts'
import { type BooksName, modelStores } from './stores.ts'

function tried(books: BooksName, count: number) {
  const tally = noTally()
  return async () => {
    await prove(sequences(modelStores[books], tally), count, `model --books ${books}`)
    expect(tally.sequences).to.equal(count)
  }
}

/** Books that break a promise. */
type Broken = (books: Books) => Partial<Books>

/** Finds the error in broken books in memory, and reports it in these words. */
function finds(broken: Broken, words: RegExp) {
  const open: OpenStore = () => {
    const store = modelStores.memory()
    return { ...store, books: { ...store.books, ...broken(store.books) } }
  }
  return async () => {
    const failure = await failureOf(sequences(open, noTally()), { sequences: 500, seed: 1 }, 'model --books memory')
    expect(failure).to.match(words)
    expect(failure).to.match(/npm run soak -- model --books memory --seed -?\d+ --path [\d:]+/)
  }
}

/** These keep the reference of a refused step, the only part of it that could be kept. */
const keepingRefused: Broken = (books) => {
  const kept = new Map<string, string>()
  return {
    async atomically(scope, step) {
      const { account, reference, transaction } = scope
      const key = `${account} ${reference}`
      const usedBy = kept.get(key)
      if (usedBy) return { refused: 'duplicate_reference', transactionId: usedBy } as unknown as ReturnType<typeof step>
      const result = await books.atomically(scope, step)
      const isRefused = inspect(result).includes('insufficient_balance')
      if (isRefused && reference && transaction) kept.set(key, transaction)
      return result
    },
  }
}

const losingSuccess: Broken = (books) => ({
  async atomically(scope, step) {
    if (scope.reference !== undefined) return books.atomically(scope, step)
    const undone = await books.atomically(scope, (work) => ({ refused: 'so that nothing is kept', result: step(work) }))
    return inspect(undone, { depth: 5 }).includes('succeeded') ? undone.result : books.atomically(scope, step)
  },
})

const forgettingWhatIsDue: Broken = () => ({ claim: async ({ nowMs }) => ({ atMs: nowMs, transactions: [] }) })

describe('The model', () => {
  // Only a hang reaches it.
  test(
    'after any faults, in any order, states and balances agree with a plain model, a refusal leaves no trace, payments executed by a network are settled, the others are released, and in the end nothing is held',
    {
      'in memory': tried('memory', times({ night: 240, day: 25 })),
      ...oneOf({
        'SQLite in memory': tried('sqlite', times({ night: 20, day: 5 })),
        'SQLite in a file, serving': tried('file', times({ night: 3, day: 1 })),
        PostgreSQL: tried('postgres', times({ night: 3, day: 1 })),
      }),
    },
  )

  test(
    'books that break a promise are found, and the command that repeats the failure is printed',
    oneOf({
      'they keep the reference of a refused step': finds(
        keepingRefused,
        /duplicate_reference, not (insufficient_balance|done)/,
      ),
      'they lose a success': finds(losingSuccess, /state of id-\d+: (submitting|pending), not succeeded/),
      'they forget due transactions': finds(forgettingWhatIsDue, /these never end/),
    }),
  )

  test('the soak prints its figures and its seed, and the same seed repeats the same run', {
    'in this process': () => repeatsItself(3, soakHere),
    ...(isNight && { 'as the command': () => repeatsItself(10, soakThere) }),
  })
})

/** Runs the soak with a seed; it prints the tally of the same sequences for the same seed. */
async function repeatsItself(sequencesTried: number, soak: (options: string[]) => Promise<string>): Promise<void> {
  const printed = await soak(['model', '--books', 'memory', '--sequences', `${sequencesTried}`, '--seed', '7'])
  const again = noTally()
  const trial = { sequences: sequencesTried, seed: 7 }
  expect(await failureOf(sequences(modelStores.memory, again), trial, 'model')).to.equal(undefined)
  const { steps, faults } = again
  expect(again.sequences).to.equal(sequencesTried)
  const figures = `seed 7  sequences ${sequencesTried}  steps ${steps}  faults ${faults}  violations 0`
  expect(printed).to.match(new RegExp(`^\\d+ s  ${figures}\n$`, 'm'))
}

async function soakHere(options: string[]): Promise<string> {
  const lines: string[] = []
  const soak = soakRun({ print: (line) => lines.push(`${line}\n`), isAskedToEnd: () => false, fail() {} })
  await new Command().addCommand(soakModel(soak)).parseAsync(options, { from: 'user' })
  return lines.join('')
}

async function soakThere(options: string[]): Promise<string> {
  const program = ['--import', 'tsx', '--import', './spec/typescript.mjs', 'spec/attacks/soak.ts']
  return (await promisify(execFile)(process.execPath, [...program, ...options], { cwd: projectFolder })).stdout
}
