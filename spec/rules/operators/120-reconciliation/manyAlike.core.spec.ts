import { expect } from 'chai'
import { classifyEntries, classifyEntry, type FileRow, isRefusal } from '../../../../core/sente.ts'
import { rule, test } from '../../../rule.ts'
import { openMonth } from './monthlyWorld.ts'

/** The rows that a decision about many rows reads while it classifies so many top-ups of one minute. */
async function readFor(count: number, beside: readonly Partial<FileRow>[] = []) {
  const { ports, who, file, open } = await openMonth()
  if (beside.length > 0) {
    const other = await file(...beside)
    await classifyEntries(ports)({ runId: other, direction: 'in', as: 'top-up', ...who })
  }
  const runId = await file(...Array.from({ length: count }, () => ({})))
  let rows = 0
  const counting = <Query, Found>(read: (query: Query) => Promise<readonly Found[]>) => {
    return async (query: Query) => {
      const found = await read(query)
      rows += found.length
      return found
    }
  }
  const { alike, entries } = ports.reconciliations
  const reconciliations = { ...ports.reconciliations, alike: counting(alike), entries: counting(entries) }
  const done = await classifyEntries({ ...ports, reconciliations })({ runId, direction: 'in', as: 'top-up', ...who })
  if (isRefusal(done)) throw new Error(done.message)
  return { rows, decided: done.entries, open: await open(runId) }
}

describe('120 Reconciliation: many rows that are alike', () => {
  test('rows that are alike are read once for all of a decision, and not once for each', async () => {
    const [some, twice] = [await readFor(40), await readFor(80)]
    expect([some.decided, twice.decided]).to.deep.equal([40, 80])
    expect(twice.rows).to.be.at.most(2 * some.rows)
  })

  rule(
    '120.123',
    'a similar row of another file that somebody books while many rows are decided is noticed',
    async () => {
      const { ports, who, file, open, moves } = await openMonth()
      const [first, second] = [await file({}, {}, {}), await file({ theirs: 'x', withinMs: 1_000 })]
      const other = { runId: second, item: 2, as: 'top-up' } as const
      let isBooked = false
      const reconciliations: typeof ports.reconciliations = {
        ...ports.reconciliations,
        async note(notes, acting) {
          await ports.reconciliations.note(notes, acting)
          if (isBooked) return
          isBooked = true
          const [{ moveReference } = { moveReference: null }] = notes
          const made = await classifyEntry(ports)({ ...other, anotherThan: [`${moveReference}`], ...who, by: 'okello' })
          expect(made).to.have.property('moved')
        },
      }
      const done = await classifyEntries({ ...ports, reconciliations })({
        runId: first,
        direction: 'in',
        as: 'top-up',
        ...who,
      })
      if (isRefusal(done)) throw new Error(done.message)
      expect([done.entries, done.left.map(({ item }) => item), await open(first)]).to.deep.equal([1, [3, 4], [3, 4]])
      expect(done.left[0]?.because).to.match(/^The row may already be in the books: entry 2 of/)
      expect((await moves()).length).to.equal(2)
    },
  )
})
