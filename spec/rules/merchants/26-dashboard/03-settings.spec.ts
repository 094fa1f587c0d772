import { expect } from 'chai'
import { createAccount, isRefusal } from '../../../../core/sente.ts'
import { openDashboard, password, textOf } from '../../../fixtures/http/dashboard.ts'
import { withoutIds } from '../../../fixtures/withoutIds.ts'
import { rule, table } from '../../../rule.ts'

describe('26 The dashboard: settings', () => {
  /** An owner, the current account, and the kinds of the actions recorded under the owner's name. */
  async function openSettings() {
    const dashboard = await openDashboard()
    const { ports, account, userOf } = dashboard
    const owner = await userOf('owner')
    const now = async () => {
      const found = await ports.accounts.byId(account.id)
      if (!found) throw new Error('no account')
      return found
    }
    const done = async () => {
      const { actions } = await ports.actions.list({ limit: 100 })
      return actions.filter(({ by }) => by === owner.user.name).map(({ kind }) => kind)
    }
    return { ...dashboard, ...owner, now, done }
  }

  rule('26.12', 'an owner sets the PIN with the password; neither is ever shown, and the change has the owner’s name', {
    set: async () => {
      const { post, get, now, done, send, caller, payout } = await openSettings()
      const before = (await now()).pin
      const set = await post('/dashboard/settings/pin', { pin: '8302', again: '8302', password })
      expect(set.headers.location).to.equal('/dashboard/settings?done=pin')
      expect((await now()).pin?.id).not.to.equal(before?.id)
      expect(await done()).to.include('account.set')
      const sent = await send({ caller: await caller(), request: { ...payout, pin: '8302' } })
      expect(isRefusal(sent)).to.equal(false)
      expect(withoutIds((await get('/dashboard/settings?done=pin')).body)).not.to.include('8302')
    },
    refused: table(
      ['PIN', 'again', 'password', 'message'],
      [
        ['8302', '8303', password, 'The two PINs are not the same'],
        ['8302', '8302', 'wrong', 'The password is wrong'],
        ['8302', '8302', '', 'The password is wrong'],
        ['1111', '1111', password, 'PIN'],
        ['12', '12', password, 'PIN'],
      ],
      async (pin, again, given, reported) => {
        const { post, now } = await openSettings()
        const before = await now()
        const answer = await post('/dashboard/settings/pin', { pin, again, password: given })
        expect(answer.statusCode).to.equal(422)
        expect(textOf(answer)).to.include(reported)
        expect(answer.body).not.to.include(`value="${pin}"`)
        expect(await now()).to.deep.equal(before)
      },
    ),
  })

  rule('26.13', 'the API access is switched off at once, and on only with the password', async () => {
    const { post, now, done } = await openSettings()
    await post('/dashboard/settings/api-access', { access: 'off' })
    expect((await now()).apiAccess).to.equal(false)
    await post('/dashboard/settings/api-access', { access: 'on' })
    expect((await now()).apiAccess).to.equal(false)
    await post('/dashboard/settings/api-access', { access: 'on', password })
    expect((await now()).apiAccess).to.equal(true)
    expect(await done()).to.have.length.above(2)
  })

  rule('26.14', 'currencies of the market are activated and deactivated, and no others', async () => {
    const { post, now } = await openSettings()
    const set = (currency: string, activated: string, given = password) =>
      post('/dashboard/settings/currency', { currency, activated, ...(activated === 'yes' && { password: given }) })
    await set('UGX', 'no')
    expect((await now()).activatedCurrencies).to.deep.equal([])
    expect((await set('UGX', 'yes', '')).statusCode).to.equal(422)
    expect((await now()).activatedCurrencies).to.deep.equal([])
    await set('UGX', 'yes')
    expect((await now()).activatedCurrencies).to.deep.equal(['UGX'])
    expect((await set('EUR', 'yes')).statusCode).to.equal(422)
    expect((await now()).activatedCurrencies).to.deep.equal(['UGX'])
  })

  rule('26.15', 'a new key is shown once, and needs the password; revoking one does not', {
    'made, rotated and revoked': async () => {
      const { post, get, now, look } = await openSettings()
      const form = new URLSearchParams([
        ...[
          ['name', 'till'],
          ['scope', 'read'],
          ['scope', 'collect'],
          ['expires', '2999-01-01'],
        ],
        ...[
          ['addresses', '127.0.0.0/8, ::1'],
          ['password', password],
        ],
      ] as [string, string][])
      const made = await post('/dashboard/settings/keys/new', form)
      const key = /sente_sk_[0-9a-f]{56}/.exec(made.body)?.[0]
      expect((await look('/balances', { authorization: `Bearer ${key}` })).status).to.equal(200)
      expect((await get('/dashboard/settings/keys')).body).not.to.include(key)
      const stored = (await now()).keys.find(({ name }) => name === 'till')
      expect(stored).to.deep.include({ scopes: ['read', 'collect'], addresses: ['127.0.0.0/8', '::1'] })
      const rotated = await post('/dashboard/settings/keys/rotate', { key: stored?.id ?? '', password })
      expect(rotated.body).to.match(/sente_sk_[0-9a-f]{56}/)
      await post('/dashboard/settings/keys/revoke', { key: stored?.id ?? '', sure: 'yes' })
      expect((await look('/balances', { authorization: `Bearer ${key}` })).status).to.equal(401)
    },
    'not without the password, and not with impossible terms': async () => {
      const { post, now } = await openSettings()
      const before = await now()
      for (const form of [
        { name: 'till', scope: 'read' },
        { name: 'till', scope: 'read', password: 'wrong' },
        { name: 'till', password },
        { name: 'till', scope: 'read', expires: 'soon', password },
        { name: 'till', scope: 'read', addresses: 'home', password },
      ] as Record<string, string>[]) {
        expect((await post('/dashboard/settings/keys/new', form)).statusCode, JSON.stringify(form)).to.equal(422)
      }
      const id = before.keys[0]?.id ?? ''
      expect((await post('/dashboard/settings/keys/rotate', { key: id })).statusCode).to.equal(422)
      expect(await now()).to.deep.equal(before)
    },
  })

  rule('26.16', 'an owner can invite, change, suspend and remove people, but not the last owner', async () => {
    const { post, get, userOf } = await openSettings()
    const asked = await post('/dashboard/settings/users/invite', { role: 'viewer' })
    expect(asked.statusCode).to.equal(422)
    expect(asked.body).to.include('name="role" value="viewer"').and.include('type="password"')
    const wrong = await post('/dashboard/settings/users/invite', { role: 'viewer', password: 'wrong' })
    expect(textOf(wrong)).to.include('The password is wrong')
    const invited = await post('/dashboard/settings/users/invite', { role: 'viewer', password })
    expect(invited.body).to.match(/<pre>http:\/\/127\.0\.0\.1:\d+\/join\/[\w-]{43}<\/pre>/)
    const page = await get('/dashboard/settings/users')
    expect(textOf(page)).to.include('Links that are still valid').and.include('a new user: viewer')
    const invitation = /name="invitation" value="([^"]+)"/.exec(page.body)?.[1] ?? ''
    const revoke = () => post('/dashboard/settings/users/uninvite', { invitation })
    expect((await revoke()).statusCode).to.equal(303)
    expect(textOf(await get('/dashboard/settings/users'))).not.to.include('Links that are still valid')
    expect(textOf(await revoke())).to.include('There is no open invitation')
    const viewer = await userOf('viewer')
    const change = (what: string, user = viewer.user.id) =>
      post('/dashboard/settings/users/change', { change: what, user, sure: 'yes' })
    await change('owner')
    expect((await viewer.get('/dashboard/settings/users')).statusCode).to.equal(200)
    await change('viewer')
    expect((await viewer.get('/dashboard/settings/users')).statusCode).to.equal(404)
    await change('suspend')
    expect((await viewer.get('/dashboard/')).statusCode).to.equal(303)
    await change('resume')
    expect(textOf(await get('/dashboard/settings/users'))).not.to.include('suspended')
    expect((await change('password')).body).to.include('/join/')
    await change('remove')
    expect(textOf(await get('/dashboard/settings/users'))).not.to.include('viewer@shop.example')
    const own = await get('/dashboard/settings/users')
    expect(own.body).not.to.include('value="password"').and.not.include('value="second-step"')
    const ownId = /name="user" value="([^"]+)"/.exec(own.body)?.[1] ?? ''
    expect(textOf(await change('viewer', ownId))).to.include('The account has no other owner')
    for (const name of ['promote', 'password', 'second-step'])
      expect((await change(name, ownId)).statusCode, name).to.equal(422)
  })

  /** Every form of the settings, with values that would change something. */
  const forms = (of: { keyId: string; userId: string }) =>
    [
      ['/dashboard/settings/pin', { pin: '8302', again: '8302', password }],
      ['/dashboard/settings/api-access', { access: 'off' }],
      ['/dashboard/settings/currency', { currency: 'UGX', activated: 'no' }],
      ['/dashboard/settings/language', { language: 'lg' }],
      ['/dashboard/settings/keys/new', { name: 'till', scope: 'read', password }],
      ['/dashboard/settings/keys/rotate', { key: of.keyId, password }],
      ['/dashboard/settings/keys/revoke', { key: of.keyId, sure: 'yes' }],
      ['/dashboard/settings/users/invite', { role: 'owner' }],
      ['/dashboard/settings/users/change', { change: 'suspend', user: of.userId }],
      ['/dashboard/settings/users/uninvite', { invitation: '5b2f0c9d11e47a60' }],
    ] as const

  rule('26.17', 'a viewer cannot change anything, by any request', async () => {
    const { userOf, now, user, get } = await openSettings()
    const viewer = await userOf('viewer')
    const before = await now()
    for (const [path, form] of forms({ keyId: before.keys[0]?.id ?? '', userId: user.id })) {
      expect((await viewer.post(path, form)).statusCode, path).to.equal(404)
    }
    expect(await now()).to.deep.equal(before)
    expect((await get('/dashboard/')).statusCode).to.equal(200)
    expect((await viewer.get('/dashboard/settings')).body).not.to.include('action="/dashboard/settings')
  })

  rule('26.18', 'an owner of another account cannot change anything here, with any ids', async () => {
    const { ports, userOf, now, user, get } = await openSettings()
    const other = await createAccount(ports)({ by: 'okello', name: 'Other', kyc: 'complete', activate: ['UGX'] })
    if (isRefusal(other)) throw new Error(other.message)
    const stranger = await userOf('owner', 'stranger', other.account.id)
    const before = await now()
    for (const [path, form] of forms({ keyId: before.keys[0]?.id ?? '', userId: user.id })) {
      const { body } = await stranger.post(path, form)
      expect(body, path).not.to.include(user.name)
    }
    expect(await now()).to.deep.equal(before)
    expect((await get('/dashboard/settings/users')).statusCode).to.equal(200)
    expect(textOf(await get('/dashboard/settings/users'))).not.to.include('stranger')
  })
})
