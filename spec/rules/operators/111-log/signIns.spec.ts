import { expect } from 'chai'
import { pino } from 'pino'
import { signInsInto } from '../../../../adapters/telemetry/log/signIns.ts'
import type { SignInEvent } from '../../../../core/sente.ts'
import { openDashboard, password } from '../../../fixtures/http/dashboard.ts'
import { ownForm } from '../../../fixtures/http/pages.ts'
import { rule } from '../../../rule.ts'

/** A gateway's pages, with its log of sign-ins. */
async function openLogged() {
  const reported: Record<string, unknown>[] = []
  const log = pino({ base: null, timestamp: false }, { write: (line: string) => void reported.push(JSON.parse(line)) })
  const kinds: SignInEvent['kind'][] = []
  const dashboard = await openDashboard({ signInSeen: signInsInto(log, (kind) => kinds.push(kind)) })
  const signIn = (name: string, given: string, cookie = '') =>
    dashboard.ask.post('sign-in', { form: { name, password: given }, headers: { ...ownForm, cookie } })
  return { ...dashboard, signIn, reported, kinds }
}

describe('111 The log of requests: people', () => {
  rule('111.14', 'a line of a page has the user’s id and the account, and never a name or typed text', async () => {
    const { userOf, lines, account } = await openDashboard()
    const manager = await userOf('owner')
    const operator = await userOf('administrator')
    await manager.get('/dashboard/')
    await manager.post('/dashboard/settings/users/invite', { role: 'viewer', password: 'guess-4711' })
    await operator.get('/operator/')
    const [shown, posted, ofOperator] = lines.map((line) => JSON.parse(line))
    const ofManager = { user_id: manager.user.id, account_id: account.id }
    expect(shown).to.include({ msg: 'request', route: '/dashboard/', ...ofManager })
    expect(posted).to.include({ route: '/dashboard/settings/users/invite', status: 422, ...ofManager })
    expect(ofOperator)
      .to.include({ route: '/operator/', user_id: operator.user.id })
      .and.not.have.property('account_id')
    expect(lines.join('')).not.to.include('shop.example').and.not.include('guess-4711')
  })

  rule('111.15', 'a failed sign-in, and one from an unknown browser, is a warning with the user’s id', {
    'wrong passwords, and each lock once': async () => {
      const { userOf, signIn, reported, kinds, clock } = await openLogged()
      const { user } = await userOf('owner')
      for (let n = 0; n < 8; n += 1) await signIn(user.name, 'guess-4711')
      const whose = { level: 40, user_id: user.id, client: '127.0.0.1' }
      expect(reported.slice(0, 5)).to.deep.equal(Array(5).fill({ ...whose, msg: 'a wrong password was given' }))
      expect(reported.slice(5)).to.deep.equal([
        {
          ...whose,
          locked_until: new Date(clock.nowMs() + 600_000).toISOString(),
          msg: 'sign-ins and passwords are refused for a while after too many failures',
        },
      ])
      expect(kinds).to.deep.equal([...Array(5).fill('wrong_password'), 'locked'])
      expect(JSON.stringify(reported)).not.to.include('shop.example').and.not.include('guess-4711')
    },
    'an unknown name': async () => {
      const { signIn, reported } = await openLogged()
      await signIn('nobody', 'guess-4711')
      expect(reported).to.deep.equal([{ level: 40, client: '127.0.0.1', msg: 'a wrong password was given' }])
    },
    'a password entered again': async () => {
      const { userOf, reported } = await openLogged()
      const manager = await userOf('owner')
      await manager.post('/dashboard/settings/users/invite', { role: 'viewer', password: 'guess-4711' })
      expect(reported).to.deep.equal([{ level: 40, user_id: manager.user.id, msg: 'a wrong password was given' }])
    },
    'an unknown browser, once its session is complete': async () => {
      const { userOf, signIn, reported } = await openLogged()
      const { user } = await userOf('owner')
      const first = await signIn(user.name, password)
      const line = { level: 40, user_id: user.id, client: '127.0.0.1' }
      const msg = 'somebody has signed in from an unknown browser'
      expect(reported).to.deep.equal([{ ...line, msg }])
      const device = (first.headers['set-cookie'] ?? []).map((one) => one.split(';')[0]).join('; ')
      await signIn(user.name, password, device)
      expect(reported).to.have.lengthOf(1)
    },
    'wrong second steps': async () => {
      const { userOf, reported } = await openLogged()
      const { user, post } = await userOf('owner')
      expect((await post('/second-step', { code: '123456' })).statusCode).to.equal(422)
      expect(reported).to.deep.equal([
        { level: 40, user_id: user.id, client: '127.0.0.1', msg: 'a wrong second step was given' },
      ])
    },
  })
})
