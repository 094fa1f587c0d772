import { expect } from 'chai'
import { collectMoney, isRefusal } from '../../../../core/sente.ts'
import { codeOf } from '../../../fixtures/codeOf.ts'
import { password, textOf } from '../../../fixtures/http/dashboard.ts'
import { rule } from '../../../rule.ts'
import { openHolder } from '../../merchants/27-holders/holder.ts'

const users = '/dashboard/settings/users'

describe('133 People: refunds by support', () => {
  /** A collection of UGX 5,000 and a user with the role support, and the tries of that user to refund it. */
  async function openSupport() {
    const holder = await openHolder()
    const support = await holder.userOf('support')
    const { ports, network, caller, bodies } = holder
    network.behaves('succeeds')
    const { phone_number: phoneNumber, ...body } = bodies['collect-money'] as Record<string, never>
    const request = { ...(body as object), phoneNumber, reference: 'order-17' } as never
    const collected = await collectMoney(ports)({ caller: await caller(), request })
    if (isRefusal(collected)) throw new Error(collected.refused)
    await collected.outcome
    const { id } = collected.transaction
    let tries = 0
    const refund = async (amount: number) => {
      tries += 1
      const reference = `refund-${tries}`
      const form = { amount: String(amount), said: `UGX ${amount.toLocaleString('en')}`, reference, pin: '4071' }
      const answer = await support.post(`/dashboard/transactions/${id}/refund`, form)
      const made = await holder.ports.books.transactionByReference(holder.accountId, reference)
      return made ? 'refunded' : textOf(answer)
    }
    const allow = (amount: string, given: Record<string, string> = { password }) =>
      holder.post(`${users}/refunds`, { user: support.user.id, currency: 'UGX', amount, ...given })
    const page = async () => textOf(await support.get(`/dashboard/transactions/${id}`))
    return { ...holder, support, refund, allow, page }
  }

  rule(
    '133.80',
    'support refunds of one collection no more than an owner allows, in one part or several; at first nothing',
    {
      'one after another': async () => {
        const { refund, allow, page, get } = await openSupport()
        expect(await page()).to.include('Nothing is left.')
        expect(await refund(500)).to.include('0 UGX of it can be refunded')
        expect((await allow('2,000')).headers.location).to.equal(`${users}?done=changed`)
        expect(textOf(await get(users))).to.include('May refund of one payment: UGX 2,000.')
        expect(await page()).to.include('UGX 2,000 is left.')
        expect(await refund(2_001)).to.include('2000 UGX of it can be refunded')
        expect(await refund(1_500)).to.equal('refunded')
        expect(await refund(501)).to.include('500 UGX of it can be refunded')
        expect(await refund(500)).to.equal('refunded')
        expect(await page()).to.include('Nothing is left.')
        await allow('9,000')
        expect(await page()).to.not.include('Nothing is left.')
      },
      'many at once': async () => {
        const { refund, allow, page } = await openSupport()
        await allow('2,000')
        const answers = await Promise.all(Array.from({ length: 12 }, () => refund(600)))
        expect(answers.filter((answer) => answer === 'refunded')).to.have.length(3)
        expect(await page()).to.include('UGX 200 is left.')
      },
    },
  )

  rule('133.81', 'a limit of refunds takes the password, belongs to support alone, and is recorded', async () => {
    const { allow, support, useCases, ports, accountId } = await openSupport()
    const asked = await allow('2000', {})
    expect(textOf(asked)).to.include('password')
    const limits = async () => (await ports.people.user(support.user.id))?.refundLimits
    expect(await limits()).to.deep.equal([])
    expect((await allow('2.5')).statusCode).to.equal(422)
    await allow('2000')
    expect(await limits()).to.deep.equal([{ currency: 'UGX', amountMinor: 2_000n }])
    const { actions } = await ports.actions.list({ accountId, limit: 1 })
    expect(actions[0]).to.deep.include({
      kind: 'user.set',
      before: { role: 'support', state: 'active' },
      after: { role: 'support', state: 'active', refunds_up_to: { UGX: '2000' } },
    })
    const request = { by: 'okello', userId: support.user.id } as const
    const refundsUpTo = [{ currency: 'UGX', amount: 1 }]
    expect(codeOf(await useCases.changeUser({ ...request, role: 'finance', refundsUpTo }))).to.equal('malformed_role')
    const wrong = [{ currency: 'UGX', amount: 1.5 }]
    expect(codeOf(await useCases.changeUser({ ...request, role: 'support', refundsUpTo: wrong }))).to.equal(
      'malformed_amount',
    )
    await useCases.changeUser({ ...request, role: 'finance' })
    await useCases.changeUser({ ...request, role: 'support' })
    expect(await limits(), 'after another role').to.deep.equal([])
  })
})
