import { expect } from 'chai'
import { changeAccount, createKey, fundAccount, makeChange } from '../../../../core/sente.ts'
import { password, textOf } from '../../../fixtures/http/dashboard.ts'
import { rule, table } from '../../../rule.ts'
import { openHolder } from './holder.ts'

const path = '/dashboard/actions'

describe('27 The account’s users in the browser: the list of actions', () => {
  /** An account with changes by its owner and the operator, ten minutes apart. */
  async function openChanged() {
    const holder = await openHolder()
    const { clock, accountId, post } = holder
    const ports = { ...holder.ports, isAddressList: () => true }
    const okello = { accountId, by: 'okello', because: 'a tip about fraud' }
    clock.forwardMs(600_000)
    const kycAt = new Date(clock.nowMs()).toISOString()
    await changeAccount(ports)({ ...okello, settings: { kyc: 'incomplete' } })
    clock.forwardMs(600_000)
    const pinAt = new Date(clock.nowMs()).toISOString()
    await post('/dashboard/settings/pin', { password, pin: '5183', again: '5183' })
    const rows = async (query = '') => {
      const { body } = await holder.get(`${path}${query}`)
      return [...body.matchAll(/<tr><th scope="row".*?<\/tr>/gs)].map(([row]) => textOf({ body: row } as never).trim())
    }
    return { ...holder, ports, okello, kycAt, pinAt, rows }
  }

  rule('27.13', 'an owner sees the actions about the account, without the names and reasons of operators', {
    'users by their names, an operator as the operator, the latest first': async () => {
      const { rows, get, user } = await openChanged()
      const [pin, kyc, ...others] = await rows()
      expect(pin).to.match(/^account changed owner@shop\.example .* pin: set$/)
      expect(kyc).to.match(/^account changed the operator .* kyc: complete → incomplete$/)
      expect(others.at(-1)).to.match(/^account created the operator /)
      expect(others[0]).to.match(new RegExp(`^user joined user ${user.name} ${user.name} `))
      const { body } = await get(path)
      expect(body).not.to.include('okello').and.not.include('fraud')
      expect(textOf(await get('/dashboard/settings'))).to.include('Who did what')
    },
    'an operator with the name of a user is the operator': async () => {
      const { rows, ports, accountId, user } = await openChanged()
      const named = { accountId, by: user.name }
      await fundAccount(ports)({ ...named, currency: 'UGX', amount: 500, reference: 'float-2' })
      await changeAccount(ports)({ ...named, because: 'asked', settings: { apiAccess: false } })
      const [access, funding] = await rows()
      expect(access).to.match(/ the operator .* api access: true → false$/)
      expect(funding).to.match(/^account funded funding float-2 the operator .* available: UGX 100,000 → UGX 100,500 /)
    },
    'neither proposals, nor facts that are not for merchants': async () => {
      const { get, rows, ports, okello, accountId } = await openChanged()
      const before = await rows()
      const request = { accountId, currency: 'UGX', amount: 500, reference: 'float-2' }
      const change = { kind: 'account.fund', request } as const
      await makeChange(ports)({ change, asProposal: true, by: 'okello', because: okello.because })
      expect(await rows()).to.deep.equal(before)
      const made = await createKey(ports)({
        ...okello,
        name: 'till',
        scopes: ['collect'],
        expiresAtMs: ports.clock.nowMs() + 86_400_000,
      })
      const { actions } = await ports.actions.list({ accountId, kind: 'account.set', limit: 9 })
      const pinId = String(actions[0]?.after?.pin)
      expect(pinId).to.have.length.above(8)
      const { body } = await get(path)
      expect(body).to.include('key made').and.include('expires: <time').and.not.include(pinId).and.not.include('keys: ')
      expect(body).not.to.include((made as { key: string }).key)
    },
  })

  rule('27.14', 'the actions are filtered by the address of the page, and listed in pages', {
    filters: table(
      ['address', 'listed'],
      [
        ['kind=account.set', 'pin, kyc'],
        ['kind=account.set&by=MANAGER', 'pin'],
        ['kind=account.set&by=operator', 'kyc'],
        ['kind=account.set&by=STRANGER', 'nothing'],
        ['kind=user.remove', 'nothing'],
        ['from=KYC&to=PIN', 'kyc'],
        ['from=PIN', 'pin'],
      ],
      async (asked, listed) => {
        const { rows, user, strangerOf, kycAt, pinAt } = await openChanged()
        const stranger = await strangerOf()
        const query = asked
          .replace('MANAGER', user.id)
          .replace('STRANGER', stranger.user.id)
          .replace('KYC', kycAt)
          .replace('PIN', pinAt)
        const found = await rows(`?${query}`)
        expect(found.map((row) => /(pin|kyc): /.exec(row)?.[1]).join(', ') || 'nothing').to.equal(listed)
      },
    ),
    'an impossible day gets a message': async () => {
      const { get } = await openChanged()
      const wrong = await get(`${path}?from=2026-02-30`)
      expect(wrong.statusCode).to.equal(422)
      expect(textOf(wrong)).to.include('“2026-02-30” is not a day')
    },
    'in pages, each filled by a search': async () => {
      const { rows, get, ports, accountId, user } = await openChanged()
      for (let n = 0; n < 60; n += 1) {
        await changeAccount(ports)({ accountId, by: 'okello', settings: { apiAccess: false } })
        await changeAccount(ports)({ accountId, by: user.name, settings: { apiAccess: true } })
      }
      for (const kyc of ['complete', 'incomplete'] as const)
        await changeAccount(ports)({ accountId, by: 'okello', settings: { kyc } })
      const lengths = async (query: string) => {
        const found: number[] = []
        for (let next: string | undefined = query; next !== undefined; next = nextIn(await get(`${path}${next}`)))
          found.push((await rows(next)).length)
        return found
      }
      const { actions } = await ports.actions.list({ accountId, limit: 200 })
      expect(await lengths('')).to.deep.equal([50, 50, actions.length - 100])
      expect(await lengths('?kind=account.set&by=operator')).to.deep.equal([50, 13])
      expect(await lengths(`?kind=account.set&by=${user.id}`)).to.deep.equal([50, 11])
    },
  })

  rule('27.15', 'nothing of another account is listed, and only an owner finds the list', async () => {
    const { accountId, get, ask, userOf, strangerOf } = await openChanged()
    const stranger = await strangerOf()
    for (const query of ['', `?account=${accountId}`, `?accountId=${accountId}`, '?by=operator', '?before=999']) {
      const { statusCode, body } = await stranger.get(`${path}${query}`)
      expect(statusCode, query).to.equal(200)
      expect(body, query).to.include('account created').and.not.include(accountId).and.not.include('owner@shop')
    }
    expect((await get(path)).body).not.to.include('stranger')
    for (const other of [await userOf('viewer'), await userOf('administrator')]) {
      expect((await other.get(path)).statusCode).to.equal(404)
      expect(textOf(await other.get('/dashboard/settings'))).not.to.include('Who did what')
    }
    const signedOut = await ask(path.slice(1))
    expect(signedOut.headers.location).to.equal('/sign-in?to=%2Fdashboard%2Factions')
  })
})

/** The query of the next page. */
function nextIn({ body }: { readonly body: string }): string | undefined {
  return /href="[^"?]*(\?[^"]*before=[^"]*)"/.exec(body)?.[1]?.replaceAll('&amp;', '&')
}
