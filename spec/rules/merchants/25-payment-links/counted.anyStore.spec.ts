import { expect } from 'chai'
import { isRefusal } from '../../../../core/sente.ts'
import { dataOf } from '../../../fixtures/http/lookUps.ts'
import { rule, table } from '../../../rule.ts'
import { overHttp } from '../../../stages/overHttp.ts'

describe('25 Payment links: how often they were paid', () => {
  rule(
    '25.50',
    'a link that is looked up counts its payments that have succeeded, also if their number is not limited',
    table(
      ['uses', 'answers of the network', 'used', 'paid'],
      [
        [1, '', 0, 0],
        [2, 'accepts', 1, 0],
        [3, 'succeeds, accepts', 2, 1],
        [null, 'succeeds, accepts, succeeds', null, 2],
        [null, 'declines, succeeds', null, 1],
      ],
      async (uses, answers, used, paid) => {
        const { postTo, look, network, useCases } = await overHttp()
        const asked = { reference: 'order-17', amount: 5_000, currency: 'UGX', description: 'Coffee', uses }
        const link = dataOf(await postTo('payment-links', asked)) as Record<string, string>
        const token = link.url?.split('/').at(-1) ?? ''
        const given = answers.split(', ').filter(Boolean)
        for (const [index, answer] of given.entries()) {
          network.behaves(answer as 'accepts')
          const shown = await useCases.openLink({ token })
          const nonce = isRefusal(shown) ? '' : shown.nonce
          await useCases.payLink({ token, nonce, phoneNumber: `25677000001${index}` })
        }
        const found = async () =>
          dataOf(await look(`/payment-links/${link.payment_link_id}`)) as { readonly payments: { state: string }[] }
        const ended = async () => (await found()).payments.filter(({ state }) => state !== 'pending').length
        const ending = given.filter((answer) => answer !== 'accepts').length
        while ((await ended()) < ending) await new Promise((resolve) => setImmediate(resolve))
        expect(await found()).to.include({ used, paid })
      },
    ),
  )
})
