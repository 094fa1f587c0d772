import { expect } from 'chai'
import { collectMoney, createLink, isRefusal } from '../../../../core/sente.ts'
import { inStep } from '../../../contracts/kit/bookActs.ts'
import { textOf } from '../../../fixtures/http/dashboard.ts'
import { ownForm } from '../../../fixtures/http/pages.ts'
import { rule, table } from '../../../rule.ts'
import { openHolder } from './holder.ts'

describe('27 The account’s users in the browser: receipts', () => {
  /** A collection of UGX 5,000 that has succeeded, and the address of its receipt. */
  async function openPaid() {
    const holder = await openHolder()
    const { ports, network, caller, request } = holder
    network.behaves('accepts')
    const asked = { ...request, reference: 'order-17', description: 'Coffee & tea' }
    const opened = await collectMoney(ports)({ caller: await caller(), request: asked })
    if (isRefusal(opened)) throw new Error(opened.refused)
    await opened.outcome
    const { id } = opened.transaction
    await ends(holder, { outcome: 'succeeded', seen: {}, providerRef: null, networkReceipt: 'MP 7788' })
    return { ...holder, id, path: `/dashboard/transactions/${id}/receipt` }
  }

  type Holder = Awaited<ReturnType<typeof openHolder>>

  async function ends({ network, clock, sweep }: Holder, answer: Parameters<Holder['network']['answersEnquiry']>[0]) {
    network.answersEnquiry(answer)
    clock.forwardMs(15 * 60_000)
    await sweep()
  }

  rule('27.30', 'a payment that was paid has a receipt, to be shown, printed, or sent to its phone', {
    'with the shop, the number that paid, the reference and the network’s receipt': async () => {
      const { get, path, id, userOf } = await openPaid()
      expect((await get(`/dashboard/transactions/${id}`)).body).to.include(`href="${path}"`)
      const shown = await get(path)
      expect(textOf(shown))
        .to.include('Duka UGX 5,000 Receipt Paid by 256770000001 Network MTN MoMo Network receipt MP 7788')
        .and.include('Reference order-17 Description Coffee & tea When')
        .and.include(id)
      expect(shown.body).to.include('data-print')
      expect(textOf(await (await userOf('viewer')).get(path))).to.include('MP 7788')
    },
    'the messages have the same contents': async () => {
      const { get, path } = await openPaid()
      const { body } = await get(path)
      const hrefs = [...body.matchAll(/href="((?:sms:|https:)[^"]*)"/g)].map(([, href = '']) => href)
      const said = hrefs.map((href) => decodeURIComponent(href.replaceAll('&amp;', '&')).replaceAll('\n', ', '))
      expect(said.map((href) => href.replace(/Duka.*/, ''))).to.deep.equal([
        'sms:+256770000001?body=',
        'https://wa.me/256770000001?text=',
      ])
      for (const href of said)
        expect(href)
          .to.include('Duka: UGX 5,000, Paid by 256770000001, Network MTN MoMo, Network receipt MP 7788')
          .and.include('Reference order-17, Description Coffee & tea')
    },
    'a payout’s, and a refund’s, which the receipt of its collection mentions': async () => {
      const { get, path, pay, post, id, ports, network } = await openPaid()
      const { id: payout } = await pay('succeeds', { reference: 'wages-1' })
      expect(textOf(await get(`/dashboard/transactions/${payout}/receipt`))).to.include('Paid to 256770000001')
      network.behaves('succeeds')
      const form = { amount: '2000', said: 'UGX 2,000', description: '', reference: 'refund-1', pin: '4071' }
      await post(`/dashboard/transactions/${id}/refund`, form)
      const [refund] = (await ports.books.list({ limit: 9, kind: 'refund' })).transactions
      expect(textOf(await get(`/dashboard/transactions/${refund?.id}/receipt`))).to.include('Refunded to 256770000001')
      expect(textOf(await get(path))).to.include('Of it refunded UGX 2,000')
    },
    'of a link, under the link’s reference': async () => {
      const { ports, caller, network, get, ask } = await openPaid()
      const request = { reference: 'stall-9', amount: 5_000, currency: 'UGX', description: 'Tea' }
      const created = await createLink(ports)({
        caller: await caller(),
        request: { ...request, uses: 1, returnUrl: null, expiresAtMs: null },
      })
      if (!created || isRefusal(created)) throw new Error(created?.refused)
      network.behaves('succeeds')
      const nonce = /name="nonce" value="([0-9a-f]{32})"/.exec((await ask(`pay/${created.token}`)).body)?.[1] ?? ''
      const form = { nonce, phone_number: '0770 000 001' }
      const { headers } = await ask.post(`pay/${created.token}`, { form, headers: ownForm })
      const id = headers.location?.split('/').at(-1)
      expect(textOf(await get(`/dashboard/transactions/${id}/receipt`))).to.include('Reference stall-9 Description')
    },
  })

  rule('27.31', 'a payment that is open, failed, doubted or of another account has no receipt', {
    '': table(['payment'], [['open'], ['failed'], ['contradicted'], ['of another account']], async (what) => {
      const holder = await openPaid()
      const { get, strangerOf, id, ports } = holder
      if (what === 'of another account') {
        expect((await (await strangerOf()).get(holder.path)).statusCode).to.equal(404)
        return
      }
      const paid = what === 'contradicted'
      const { id: other } = paid
        ? { id }
        : await holder.pay(what === 'open' ? 'accepts' : 'declines', { reference: 'wages-1' })
      const known = await ports.books.transaction(id)
      if (paid && known) await inStep(ports, known, (work) => work.record({ ...known, attention: 'contradiction' }))
      expect((await get(`/dashboard/transactions/${other}/receipt`)).statusCode).to.equal(404)
      expect((await get(`/dashboard/transactions/${other}`)).body).not.to.include('/receipt"')
    }),
  })
})
