import { expect } from 'chai'
import { collectMoney, isRefusal } from '../../../../core/sente.ts'
import { password, textOf } from '../../../fixtures/http/dashboard.ts'
import { openTwoOperators } from '../../../fixtures/http/operators.ts'
import { openSandboxGateway } from '../../../fixtures/sandboxGateway.ts'
import { rule, table } from '../../../rule.ts'
import { openHolder } from '../27-holders/holder.ts'

/** The fields that a page carries on, with their values. */
function carriedIn(body: string): Record<string, string> {
  const fields = [...body.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
  return Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value]))
}

describe('29 What people write: amounts said back', () => {
  /** An owner of an account with UGX 100,000, and a collection of UGX 5,000 that has succeeded. */
  async function openCollected() {
    const holder = await openHolder()
    const { ports, network, caller, bodies } = holder
    network.behaves('succeeds')
    const { phone_number: phoneNumber, ...request } = bodies['collect-money'] as Record<string, never>
    const asked = { ...(request as object), phoneNumber, reference: 'order-17' } as never
    const opened = await collectMoney(ports)({ caller: await caller(), request: asked })
    if (isRefusal(opened)) throw new Error(opened.refused)
    await opened.outcome
    const refunds = async () => (await ports.books.list({ limit: 9, kind: 'refund' })).transactions
    return { ...holder, path: `/dashboard/transactions/${opened.transaction.id}/refund`, refunds }
  }

  rule('29.13', 'before money moves on a page, the amount is said back, with the balance after it', {
    'a refund': table(
      ['written', 'said back'],
      [
        ['500', 'UGX 500'],
        ['5 000', 'UGX 5,000'],
        ['Ugx 1,500/=', 'UGX 1,500'],
      ],
      async (amount, said) => {
        const { post, path, refunds, balance } = await openCollected()
        const { available } = await balance()
        const answer = await post(path, { amount, description: 'broken cup', reference: 'refund-1' })
        expect(textOf(answer)).to.include(`Refund ${said}`).and.include('broken cup')
        expect(await refunds()).to.deep.equal([])
        const carried = carriedIn(answer.body)
        expect(carried).to.deep.equal({ said, amount, description: 'broken cup', reference: 'refund-1' })
        expect((await post(path, { ...carried, pin: '4071' })).statusCode).to.equal(303)
        const [refund] = await refunds()
        const afterMinor = available - (refund?.amountMinor ?? 0n)
        expect((await balance()).available).to.equal(afterMinor)
        expect(textOf(answer)).to.include(`Available balance after it UGX ${afterMinor.toLocaleString('en')}`)
      },
    ),
    'a refund of another amount than was said back': async () => {
      const { post, path, refunds } = await openCollected()
      const form = { amount: '5000', said: 'UGX 500', description: '', reference: 'refund-1', pin: '4071' }
      expect(textOf(await post(path, form))).to.include('Refund UGX 5,000')
      expect(await refunds()).to.deep.equal([])
    },
    'a payment link, and the page with its address': async () => {
      const { post, get, ports, accountId } = await openHolder()
      const form = { amount: '1 500', currency: 'UGX', description: 'Tea', uses: '', reference: 'tea' }
      const answer = await post('/dashboard/links/new', form)
      expect(textOf(answer)).to.include('Make a link for UGX 1,500').and.include('any number')
      expect(await ports.paymentLinks.list({ accountId, limit: 9 })).to.deep.equal([])
      const made = await post('/dashboard/links/new', carriedIn(answer.body))
      expect(textOf(await get(made.headers.location ?? ''))).to.include('UGX 1,500 tea')
      expect(await ports.paymentLinks.list({ accountId, limit: 9 })).to.have.length(1)
    },
    'a batch': async () => {
      const { post } = await openHolder()
      const lines = 'reference,phone_number,amount,currency,network\nw-1,256770000001,"6,000",UGX,MTN'
      const checked = await post('/dashboard/batches/new/check', { reference: 'wages', lines })
      expect(textOf(checked)).to.include('UGX 6,000').and.include('Available balance after it: UGX 94,000')
    },
    'an operator’s funding or withdrawal': table(
      ['kind', 'amount', 'said back', 'balance after it'],
      [
        ['fund', '1,000', 'Fund Duka with UGX 1,000', 'UGX 101,000'],
        ['withdraw', '1 000', 'Withdraw UGX 1,000 from Duka', 'UGX 99,000'],
        ['withdraw', '100001', 'Withdraw UGX 100,001 from Duka', 'too little: UGX 100,000 is available'],
      ],
      async (kind, amount, said, after) => {
        const { nakato, account, balance } = await openTwoOperators()
        const path = `/operator/accounts/${account.id}/money`
        const form = { kind, amount, currency: 'UGX', reference: 'bank-7', because: 'ticket 12' }
        const answer = await nakato.post(path, form)
        expect(textOf(answer)).to.include(said).and.include(`Available balance after it ${after}`)
        expect((await balance()).available).to.equal(100_000n)
        await nakato.post(path, { ...carriedIn(answer.body), password })
        const { available } = await balance()
        expect(after.startsWith('too little') ? 100_000n : available).to.equal(available)
        if (!after.startsWith('too little')) expect(after).to.equal(`UGX ${available.toLocaleString('en')}`)
      },
    ),
    'a trial in the sandbox': table(
      ['form', 'said back', 'change'],
      [
        ['send', 'Send UGX 5,000', -5_000],
        ['collect', 'Collect UGX 5,000', 5_000],
      ],
      async (form, said, change) => {
        const { url } = await openSandboxGateway({ greets: true })
        const headers = { 'sec-fetch-site': 'same-origin' }
        const shown = async (more: RequestInit = {}) => {
          const answer = await fetch(`${url}/try/`, { headers, ...more })
          return textOf({ body: await answer.text() } as Parameters<typeof textOf>[0])
        }
        const [, available = ''] = /UGX ([\d,]+) available/.exec(await shown()) ?? []
        const fields = { do: form, phone_number: '0770 000 001', amount: 'Ugx 5,000', pin: '4071' }
        const answer = await shown({ method: 'POST', body: new URLSearchParams(fields) })
        const after = (Number(available.replaceAll(',', '')) + change).toLocaleString('en')
        expect(answer).to.include(said).and.include(`Available balance after it UGX ${after}`)
      },
    ),
  })
})
