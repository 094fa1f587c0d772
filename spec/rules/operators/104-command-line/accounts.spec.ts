import { expect } from 'chai'
import sinon from 'sinon'
import { authenticate, isRefusal } from '../../../../core/sente.ts'
import { testSecrets } from '../../../contracts/kit/merchant.ts'
import { rule } from '../../../rule.ts'
import { openCommandLine } from './commandLine.ts'

describe('104 The command line: accounts', () => {
  rule('104.1', 'account create prints the account id and both keys, once', {
    async 'as JSON, with these three fields only'() {
      const { json, store } = await openCommandLine()
      const { code, json: made } = await json('account', 'create', '--name', 'Soko')
      expect(code).to.equal(0)
      expect(Object.keys(made)).to.deep.equal(['account_id', 'secret_key', 'public_key'])
      const caller = await authenticate(store)({ secretKey: made.secret_key })
      expect(isRefusal(caller) ? caller : caller.account.id).to.equal(made.account_id)
      expect(made.public_key).to.match(/^sente_pk_/)
    },
    async 'as text'() {
      const { code, out } = await (await openCommandLine()).sente('account', 'create', '--name', 'Soko')
      expect(code).to.equal(0)
      expect(out).to.match(
        /^Account {5}\S{36}\nSecret key {2}sente_sk_\S+\nPublic key {2}sente_pk_\S+\n\nKeep the keys now: .+\n$/,
      )
    },
  })

  rule('104.2', 'account create takes a name, a KYC status, a PIN, and any number of currencies and opening balances', {
    async 'all of them'() {
      const { json } = await openCommandLine()
      const options = ['--kyc', 'complete', '--activate', 'UGX', '--activate', 'USD', '--pin', '5309']
      const funds = ['--fund', 'UGX=1000000', '--fund', 'USD=12.50']
      const { json: made } = await json('account', 'create', '--name', 'Soko', ...options, ...funds)
      const { json: account } = await json('account', 'show', made.account_id)
      expect(account).to.deep.include({ name: 'Soko', kyc: 'complete', pin_set: true, currencies: ['UGX', 'USD'] })
      expect(account.balances).to.deep.equal({
        UGX: { available: 1_000_000, held: 0 },
        USD: { available: 12.5, held: 0 },
      })
    },
    async 'only the name'() {
      const { json } = await openCommandLine()
      const { json: made } = await json('account', 'create', '--name', 'Soko')
      const { json: account } = await json('account', 'show', made.account_id)
      expect(account).to.deep.include({ kyc: 'incomplete', api_access: true, pin_set: false, currencies: [] })
      expect(account.balances).to.deep.equal({})
    },
  })

  rule('104.3', 'an account create that is refused creates nothing', {
    'a currency that is not configured': () => createIsRefused(['--activate', 'KES'], 'unknown_currency'),
    'a PIN of letters': () => createIsRefused(['--pin', 'abcd'], 'malformed_pin'),
    'an opening balance of zero': () => createIsRefused(['--fund', 'UGX=0'], 'malformed_amount'),
  })

  rule(
    '104.4',
    'account show prints the account with its balances and the ids of its keys, and no secret',
    async () => {
      const { json, id, send, caller, payout } = await openCommandLine()
      await opened(send({ caller: await caller(), request: payout }))
      const { code, json: shown } = await json('account', 'show', id)
      expect({ code, json: shown }).to.deep.equal({
        code: 0,
        json: {
          account_id: id,
          name: 'Duka',
          kyc: 'complete',
          api_access: true,
          pin_set: true,
          language: null,
          closed: false,
          currencies: ['UGX'],
          balances: { UGX: { available: 95_000, held: 5_000 } },
          keys: shown.keys,
          wrong_pins: 0,
          pin_locked_until: null,
        },
      })
      expect(shown.keys).to.deep.equal((await json('key', 'list', id)).json.keys)
    },
  )

  rule('104.5', 'balances show every currency that is activated or was ever used, zeros included', async () => {
    const { json, id } = await openCommandLine()
    await json('account', 'activate', id, 'USD')
    const { json: account } = await json('account', 'deactivate', id, 'UGX')
    expect(account.currencies).to.deep.equal(['USD'])
    expect(account.balances).to.deep.equal({ UGX: { available: 100_000, held: 0 }, USD: { available: 0, held: 0 } })
  })

  rule('104.6', 'account set changes the given properties, leaves the others and prints the account', {
    'KYC status': () => setChanges(['--kyc', 'incomplete'], { kyc: 'incomplete' }),
    'API access': () => setChanges(['--api-access', 'off'], { api_access: false }),
    'a language': () => setChanges(['--language', 'lg'], { language: 'lg' }),
    'no PIN': () => setChanges(['--clear-pin'], { pin_set: false }),
    'several at once': () => setChanges(['--kyc', 'incomplete', '--clear-pin'], { kyc: 'incomplete', pin_set: false }),
    async 'a new PIN'() {
      const { json, id, stored } = await openCommandLine()
      await json('account', 'set', id, '--pin', '90785')
      const { pin } = await stored()
      expect(pin && testSecrets.matches(id, '90785', pin)).to.equal(true)
    },
    async 'and back on'() {
      const { json, id } = await openCommandLine()
      await json('account', 'set', id, '--api-access', 'off')
      expect((await json('account', 'set', id, '--api-access', 'on')).json.api_access).to.equal(true)
    },
  })

  rule('104.7', 'a PIN of - is read from standard input, without the end of its line', {
    'by account set': () => pinIsRead('5309\n', async ({ json, id }) => json('account', 'set', id, '--pin', '-')),
    'with the end of line of Windows': () =>
      pinIsRead('5309\r\n', async ({ json, id }) => json('account', 'set', id, '--pin', '-')),
    async 'by account create'() {
      const { json, stored } = await openCommandLine({ readStdin: async () => '5309\n' })
      const { json: made } = await json('account', 'create', '--name', 'Soko', '--pin', '-')
      const { pin } = await stored(made.account_id)
      expect(pin && testSecrets.matches(made.account_id, '5309', pin)).to.equal(true)
    },
    async 'with a prompt when a person types it'() {
      const { sente, id } = await openCommandLine({ readStdin: async () => '5309\n', isTerminal: true })
      expect(await sente('account', 'set', id, '--pin', '-')).to.include({
        code: 0,
        err: 'PIN, then Enter and Ctrl-D: ',
      })
    },
    async 'and is refused when there is none'() {
      const { json, id, stored } = await openCommandLine()
      const before = await stored()
      const { code, json: answer } = await json('account', 'set', id, '--pin', '-')
      expect([code, answer.error.code]).to.deep.equal([1, 'malformed_pin'])
      expect(await stored()).to.deep.equal(before)
    },
  })

  rule('104.8', 'account activate and deactivate may be repeated and print the account', async () => {
    const { json, id } = await openCommandLine()
    for (const _ of [1, 2])
      expect((await json('account', 'activate', id, 'USD')).json.currencies).to.deep.equal(['UGX', 'USD'])
    for (const _ of [1, 2]) {
      const { code, json: account } = await json('account', 'deactivate', id, 'USD')
      expect([code, account.currencies]).to.deep.equal([0, ['UGX']])
    }
  })

  rule('104.9', 'account close closes the account, keeps its balance and leaves its keys active', async () => {
    const { json, id } = await openCommandLine()
    const { code, json: account } = await json('account', 'close', id)
    expect([code, account.closed]).to.deep.equal([0, true])
    expect(account.balances).to.deep.equal({ UGX: { available: 100_000, held: 0 } })
    expect(account.keys.map((key: { active: boolean }) => key.active)).to.deep.equal([true, true])
  })
})

async function createIsRefused(options: string[], code: string) {
  const { json, store } = await openCommandLine()
  const add = sinon.spy(store.accounts, 'add')
  const { code: exitCode, json: answer } = await json('account', 'create', '--name', 'Soko', ...options)
  expect([exitCode, answer.error.code]).to.deep.equal([1, code])
  expect(add.callCount).to.equal(0)
}

async function setChanges(options: string[], changes: object) {
  const { json, id } = await openCommandLine()
  const { json: before } = await json('account', 'show', id)
  const { code, json: after } = await json('account', 'set', id, ...options)
  expect({ code, after }).to.deep.equal({ code: 0, after: { ...before, ...changes } })
}

type CommandLine = Awaited<ReturnType<typeof openCommandLine>>

async function pinIsRead(typed: string, set: (line: CommandLine) => Promise<unknown>) {
  const line = await openCommandLine({ readStdin: async () => typed })
  await set(line)
  const { pin } = await line.stored()
  expect(pin && testSecrets.matches(line.id, '5309', pin)).to.equal(true)
}

async function opened(payment: ReturnType<CommandLine['send']>) {
  const answer = await payment
  if (isRefusal(answer)) throw new Error(answer.refused)
  return answer.outcome
}
