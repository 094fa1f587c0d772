import { expect } from 'chai'
import { erasePersonalData, isRefusal, sendMoney } from '../../../../core/sente.ts'
import { openMerchant } from '../../../contracts/kit/merchant.ts'
import { openTwoOperators } from '../../../fixtures/http/operators.ts'
import { rule, table } from '../../../rule.ts'

describe('134 The operators’ pages: one search box', () => {
  const phoneNumber = '256770000009'

  /** Two merchants who have paid one number, the first one twice; resolves with the payments that a search shows. */
  async function openTwo() {
    const two = await openTwoOperators()
    const { ports, pay, nakato } = two
    const other = await openMerchant(ports, {
      name: 'Kiosk',
      kyc: 'complete',
      fund: [{ currency: 'UGX', amount: 50_000 }],
    })
    const paid = async (reference: string) => (await pay('succeeds', { reference, phoneNumber })).id
    await paid('order-1')
    await pay('succeeds', { reference: 'order-2' })
    const request = { ...other.payout, reference: 'order-1', phoneNumber }
    const sent = await sendMoney(ports)({ caller: await other.caller(), request })
    if (isRefusal(sent)) throw new Error(sent.refused)
    await sent.outcome
    await paid('order-3')
    const get = async (query: string) => (await nakato.get(`/operator/payments?${query}`)).body
    const shown = async (query: string) => referencesIn(await get(query))
    return { ...two, other, get, shown }
  }

  function referencesIn(body: string): string[] {
    return [...body.matchAll(/<th scope="row"><a href="\/operator\/payments\/[^"]+">([^<]*)</g)].map(
      ([, name = '']) => name,
    )
  }

  rule('134.12', 'a payment of any account is found by its reference, and by its phone number in any form', {
    '': table(
      ['searched', 'found'],
      [
        ['text=order-1', 'order-1 order-1'],
        ['text=%20order-2', 'order-2'],
        ['text=order-4', ''],
        ['text=256770000009', 'order-3 order-1 order-1'],
        ['text=%2B256%20770-000%20009', 'order-3 order-1 order-1'],
        ['text=256770000009&account=OTHER', 'order-1'],
        ['text=256770000009&state=failed', ''],
        ['text=256770000008', ''],
      ],
      async (searched, found) => {
        const { shown, other } = await openTwo()
        expect((await shown(searched.replace('OTHER', other.account.id))).join(' ')).to.equal(found)
      },
    ),
    'an erased number finds nothing': async () => {
      const { shown, ports } = await openTwo()
      await erasePersonalData(ports)({ phoneNumber, by: 'amina', because: 'asked for in letter 4711' })
      expect(await shown(`text=${phoneNumber}`)).to.deep.equal([])
      expect(await shown('text=order-1')).to.have.length(2)
    },
    'in pages, as in the search of the account itself': async () => {
      const { get, pay, userOf } = await openTwo()
      for (let n = 1; n <= 48; n += 1) await pay('succeeds', { reference: `more-${n}`, amount: 500, phoneNumber })
      const first = await get(`text=${phoneNumber}`)
      expect(referencesIn(first)).to.have.length(50)
      const [, next = ''] = /href="\/operator\/payments\?([^"]*before=[^"]*)"/.exec(first) ?? []
      expect(referencesIn(await get(next.replaceAll('&amp;', '&')))).to.deep.equal(['order-1'])
      const { get: getOwn } = await userOf('viewer')
      const own = await getOwn(`/dashboard/transactions?text=${phoneNumber}`)
      expect(own.body).not.to.include('before=')
      await pay('succeeds', { reference: 'one-more', amount: 500, phoneNumber })
      expect((await getOwn(`/dashboard/transactions?text=${phoneNumber}`)).body).to.match(/href="[^"]*before=/)
    },
  })
})
