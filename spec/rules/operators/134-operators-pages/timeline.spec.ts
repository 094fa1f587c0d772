import { expect } from 'chai'
import type { OnExchange } from '../../../../core/sente.ts'
import { minuteMs } from '../../../fixtures/core.ts'
import { openDashboard, textOf } from '../../../fixtures/http/dashboard.ts'
import { rule, table } from '../../../rule.ts'

describe('134 The operators’ pages: the history of a payment', () => {
  rule(
    '134.13',
    'equal answers of a network are one entry that unfolds, from the third on',
    table(
      ['enquiries', 'entries'],
      [
        [2, 0],
        [3, 1],
        [9, 1],
      ],
      async (enquiries, entries) => {
        const { pay, network, clock, sweep, userOf } = await openDashboard()
        const { enquire } = network
        network.enquire = async (transaction, onExchange: OnExchange = () => {}) => {
          const answered = { question: 'enquiry', status: 200, codes: ['PENDING'], answer: '{}' } as const
          onExchange({ ...answered, atMs: clock.nowMs(), tookMs: clock.nowMs() % 97, problem: null })
          return enquire(transaction)
        }
        const { id } = await pay('accepts')
        for (let asked = 0; asked < enquiries; asked += 1) {
          clock.forwardMs(61 * minuteMs)
          await sweep()
        }
        const operator = await userOf('administrator')
        const answer = await operator.get(`/operator/payments/${id}`)
        const folded = [...textOf(answer).matchAll(/([0-9]+) equal answers:/g)].map(([, many]) => Number(many))
        expect(folded).to.deep.equal(entries === 0 ? [] : [enquiries])
        expect(answer.body.match(/<summary>enquiry: 200 PENDING, pending, [0-9]+ ms/g)).to.have.length(enquiries)
      },
    ),
  )
})
