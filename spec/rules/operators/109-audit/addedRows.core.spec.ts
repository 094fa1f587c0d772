import { expect } from 'chai'
import { type Keeping, keepAll, noneAdded, runStep } from '../../../../core/sente.ts'
import { aFunding, fundingPosting } from '../../../contracts/kit/records.ts'
import { rule } from '../../../rule.ts'
import { noRows } from './noRows.ts'

const funding = aFunding('a', { reference: 'bank-1' })
const scope = { account: 'a', currency: 'UGX', funding: funding.reference, events: true } as const

/** The rows that a store has kept of a step that funds an account: by its own functions, and in lists. */
function keptOf(own: Pick<Keeping<string>, 'fundings' | 'events' | 'actions'>) {
  const { changes } = runStep(noRows, scope, (work) => {
    work.fund(funding)
    work.ledger.post(fundingPosting(funding))
  })
  const kept: string[] = []
  const keep = (name: string) => (_: unknown, step: string) => void kept.push(`${name} of ${step}`)
  const names = ['pinCount', 'prompts', 'dayCount', 'postings', 'balances', 'opened', 'changed'] as const
  const others = ['batch', 'batchLine', 'annotations', 'exchanges', 'erased', 'chainEnd'] as const
  const all = [...names, ...others].map((name) => [name, keep(name)])
  const lists = noneAdded()
  if (changes) keepAll(changes, { ...Object.fromEntries(all), ...own }, 'one', lists)
  return { kept, lists }
}

describe('109 The audit: rows that steps add', () => {
  rule('109.37', 'rows that a step adds are kept by the function of a store, and without one at the end of a list', {
    'without a function': () => {
      const { kept, lists } = keptOf({})
      const event = { accountId: 'a', sequence: 1, cause: { funding: 'bank-1' }, atMs: funding.atMs }
      expect(lists).to.deep.equal({ fundings: [funding], events: [event], actions: [] })
      expect(kept).to.deep.equal(['postings of one', 'balances of one'])
    },
    'with one': () => {
      const given: unknown[] = []
      const { lists } = keptOf({ fundings: (added, step) => given.push(added, step) })
      expect(given).to.deep.equal([[funding], 'one'])
      expect(lists.fundings).to.deep.equal([])
    },
  })
})
