import { expect } from 'chai'
import { type Enquired, reasons, type Submitted } from '../../../../core/sente.ts'
import { dataOf, openPayment } from '../../../fixtures/http/lookUps.ts'
import { rule } from '../../../rule.ts'
import { textOf } from '../../../sourceTree.ts'
import { overHttp } from '../../../stages/overHttp.ts'

/** A payout with a lost submission, after an enquiry with this answer and a word of the network. */
async function openReported(answer: Submitted) {
  const api = await overHttp()
  api.network.behaves('losesAnswer')
  api.network.answersEnquiry({ ...answer, networkReason: 'PAYEE_LIMIT_REACHED', seen: {} } as Enquired)
  return { api, id: await openPayment(api) }
}

const firstOf = (rows: unknown) => (rows as Record<string, unknown>[])[0] ?? {}

describe('9 Look-ups: the network’s own words', () => {
  rule('9.24', 'a payment that failed has the network’s own word for it, in look-ups, lists and events', {
    'it failed': async () => {
      const { api, id } = await openReported({ outcome: 'declined', reason: 'limit_reached' })
      const failed = { state: 'failed', reason: 'limit_reached', network_reason: 'PAYEE_LIMIT_REACHED' }
      expect(dataOf(await api.look(`/transactions/${id}`))).to.include(failed)
      expect(firstOf(dataOf(await api.look('/transactions')).transactions)).to.include(failed)
      expect(firstOf(dataOf(await api.look('/events?after=1')).events).data).to.include(failed)
    },
    'not before the end, when the word may mislead': async () => {
      const { api, id } = await openReported({ outcome: 'inDoubt', because: 'it contradicts itself' })
      expect(await api.ports.books.transaction(id)).to.include({ networkReason: 'PAYEE_LIMIT_REACHED' })
      expect(dataOf(await api.look(`/transactions/${id}`))).to.include({ state: 'pending', network_reason: null })
    },
  })

  rule('9.25', 'each reason is explained on the page about reasons, with a remedy', () => {
    const rows = textOf('docs/merchants/reasons.md').match(/^\| `[a-z_]+` \|/gm) ?? []
    expect(rows.map((row) => row.slice(3, -3))).to.deep.equal([...reasons])
  })
})
