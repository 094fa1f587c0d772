import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { expect } from 'chai'
import type { UseCases } from '../../../../core/sente.ts'
import { ownForm } from '../../../fixtures/http/pages.ts'
import { rule } from '../../../rule.ts'
import { openHolder } from '../../merchants/27-holders/holder.ts'
import { done } from './house.ts'

const payment = {
  ...{ phone_number: '256770000001', amount: '5,000', said: 'UGX 5,000', currency: 'UGX', network: 'MTN' },
  ...{ made: 'pay-1', pin: '4071' },
}

describe('133 People: forms that arrive slowly', () => {
  /** A user with the role finance sends a payment. Something happens to the user between the form's two halves. */
  async function sentInHalves(happens: (useCases: UseCases, userId: string) => Promise<unknown>) {
    const { userOf, ports, network, origin, useCases, accountId } = await openHolder()
    network.behaves('accepts')
    const { user, cookie } = await userOf('finance')
    const { people } = ports
    const known = new Promise<void>((resolve) => {
      const { session } = people
      people.session = async (...asked) => session(...asked).finally(resolve)
    })
    const body = new URLSearchParams(payment).toString()
    const sending = request(`${origin}/dashboard/pay`, {
      method: 'POST',
      headers: { ...ownForm, cookie, 'content-length': body.length },
    })
    const answered = once(sending, 'response') as Promise<[IncomingMessage]>
    sending.write(body.slice(0, 20))
    await known
    await happens(useCases, user.id)
    sending.end(body.slice(20))
    const [answer] = await answered
    answer.resume()
    return {
      status: answer.statusCode,
      to: answer.headers.location,
      isMade: (await ports.books.transactionByReference(accountId, payment.made)) !== undefined,
    }
  }

  rule('133.82', 'a form does only what its user may do once it has arrived', {
    'it pays for a user who stays': async () => {
      const { status, to, isMade } = await sentInHalves(async () => {})
      expect([status, isMade]).to.deep.equal([303, true])
      expect(to).to.match(/^\/dashboard\/transactions\//)
    },
    'not for one who is suspended meanwhile': async () =>
      expect(
        await sentInHalves(({ suspendUser }, userId) => suspendUser({ by: 'okello', userId }).then(done)),
      ).to.deep.equal({ status: 303, to: '/sign-in', isMade: false }),
    'nor whose sessions are ended': async () =>
      expect(
        await sentInHalves(({ endSessions }, userId) => endSessions({ by: 'okello', userId }).then(done)),
      ).to.deep.equal({ status: 303, to: '/sign-in', isMade: false }),
    'nor whose new role may not': async () =>
      expect(
        await sentInHalves(({ changeUser }, userId) => changeUser({ by: 'okello', userId, role: 'viewer' }).then(done)),
      ).to.deep.equal({ status: 404, to: undefined, isMade: false }),
  })
})
