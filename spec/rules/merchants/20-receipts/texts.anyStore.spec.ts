import { expect } from 'chai'
import { airtelText } from '../../../../adapters/providers/airtel/bodies.ts'
import { mtnText } from '../../../../adapters/providers/mtn/requests.ts'
import { dataOf, openPayment } from '../../../fixtures/http/lookUps.ts'
import { rule, table } from '../../../rule.ts'
import { type Api, overHttp, refused } from '../../../stages/overHttp.ts'

const operations = ['send-money', 'collect-money'] as const
const longest = 'Order 17, size 42. Thank you - Soko, Kampala Road 1, Uganda.'
const form = 'a string of up to 60 characters without control characters'

const shownOf = async ({ look }: Api, id: string) => dataOf(await look(`/transactions/${id}`)).customer_message

describe('20 Receipts and texts for customers: texts', () => {
  rule('20.7', 'the text for the customer goes to the network, and is returned in look-ups and events', {
    'one by one': table(['operation'], [['send-money'], ['collect-money']] as const, async (operation) => {
      const api = await overHttp()
      api.network.behaves('succeeds')
      const id = await openPayment(api, { customer_message: longest }, operation)
      expect(longest).to.have.length(60)
      expect(api.network.received.map(({ customerMessage }) => customerMessage)).to.deep.equal([longest])
      expect(await shownOf(api, id)).to.equal(longest)
      const { events } = dataOf(await api.look('/events?after=1')) as { events: { data: object }[] }
      expect(events.map(({ data }) => data)).to.deep.equal([dataOf(await api.look(`/transactions/${id}`))])
    }),
    'no text': async () => {
      for (const said of [{}, { customer_message: null }, { customer_message: '' }]) {
        const api = await overHttp()
        const id = await openPayment(api, said)
        expect(api.network.received[0]).to.have.property('customerMessage', null)
        expect(await shownOf(api, id)).to.equal(null)
      }
    },
  })

  rule('20.8', 'a text of more than 60 characters, with control characters, or of another type is refused', {
    '': table(
      ['the text'],
      [[`${longest}!`], ['é'.repeat(61)], ['a\nb'], [7], [true]] as [string | number | boolean][],
      async (customer_message) => {
        for (const operation of operations)
          await refused(400, 'malformed_fields', `Malformed fields: customer_message must be ${form}`, (api) =>
            api.post(operation, { ...api.bodies[operation], customer_message }),
          )()
      },
    ),
  })

  rule('20.9', 'a request that differs only in its text repeats the payment, which keeps its first text', async () => {
    const api = await overHttp()
    const id = await openPayment(api, { customer_message: 'Order 17' })
    const answer = await api.post('send-money', { ...api.bodies['send-money'], customer_message: 'Order 18' })
    expect(answer.status).to.equal(409)
    expect(answer.headers).to.include({ 'reference-match': 'same' })
    expect(await shownOf(api, id)).to.equal('Order 17')
    expect(api.network.received).to.have.length(1)
  })

  rule('20.10', 'a text is shown as it was given, and as the network gets it', {
    '': table(
      ['the text', 'MTN', 'AIRTEL'],
      [
        ['Order 17, size 42.', 'Order 17, size 42.', 'Order 17 size 42'],
        ["Mary's order #17", 'Marys order 17', 'Marys order 17'],
        ['Mary’s café & bar', 'Marys cafe bar', 'Marys cafe bar'],
        ['Pay (1/2): 50%!', 'Pay 1 2 50', 'Pay 1 2 50'],
        ['-Tea-', '-Tea-', null],
        ['👟', null, null],
      ] as [string, string | null, string | null][],
      async (customer_message, ...texts) => {
        for (const [index, customerText] of [mtnText, airtelText].entries()) {
          const api = await overHttp()
          Object.assign(api.network, { customerText })
          const shown = dataOf(await api.look(`/transactions/${await openPayment(api, { customer_message })}`))
          const { customer_message_as_sent } = shown
          expect([shown.customer_message, customer_message_as_sent]).to.deep.equal([customer_message, texts[index]])
          expect(api.network.received[0]?.customerMessageAsSent).to.equal(texts[index])
        }
      },
    ),
    'a network that carries no texts': async () => {
      const api = await overHttp()
      Object.assign(api.network, { customerText: undefined })
      const id = await openPayment(api, { customer_message: 'Order 17' })
      const { customer_message, customer_message_as_sent } = dataOf(await api.look(`/transactions/${id}`))
      expect([customer_message, customer_message_as_sent]).to.deep.equal(['Order 17', null])
    },
  })
})
