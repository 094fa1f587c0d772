import { expect } from 'chai'
import { rule } from '../../../rule.ts'
import { openCommandLine } from './commandLine.ts'

describe('104 The command line: output, and serving', () => {
  rule('104.17', 'without `--json` a command writes for a person', {
    async 'an account, as aligned lines and tables'() {
      const { sente, id } = await openCommandLine()
      expect(await sente('account', 'show', id)).to.deep.equal({
        code: 0,
        err: '',
        out: [
          `Account     ${id}`,
          'Name        Duka',
          'KYC         complete',
          'API access  on',
          'PIN         set',
          'Language    as each browser asks',
          'Closed      no',
          'Currencies  UGX',
          '',
          'Balance  Available  Held',
          'UGX         100000     0',
          '',
          ...(await sente('key', 'list', id)).out.split('\n'),
        ].join('\n'),
      })
    },
    async 'a bare account'() {
      const { sente, json, id } = await openCommandLine()
      const { json: made } = await json('account', 'create', '--name', 'Soko')
      const { out } = await sente('account', 'set', made.account_id, '--api-access', 'off')
      expect(out).to.match(
        /\nAPI access {2}off\nPIN {9}not set\nLanguage {4}as each browser asks\nClosed {6}no\nCurrencies {2}none activated\n\nKey /,
      )
      expect((await sente('account', 'close', id)).out).to.match(/\nClosed {6}yes\n/)
    },
    async 'a transaction'() {
      const { sente, send, caller, payout, network, id } = await openCommandLine()
      network.behaves('unreachable')
      await send({ caller: await caller(), request: payout })
      const { code, out } = await sente('transaction', 'show', '--account', id, '--reference', 'order-1')
      expect(code).to.equal(0)
      const at = '2026-01-02T08:00:00.000+00:00'
      expect(out.replaceAll(/^(Transaction|Provider id) {3}\S{36}\n/gm, '')).to.equal(
        [
          `Account       ${id}`,
          'Kind          payout',
          'Reference     order-1',
          'Phone number  256770000001',
          'Amount        5000 UGX',
          'Network       MTN',
          'State         failed (not_sent)',
          'Provider ref  not known',
          'Created       2026-01-02T08:00:00.000+00:00',
          'Updated       2026-01-02T08:00:00.000+00:00',
          'Next enquiry  none',
          '',
          'At                             What        Details',
          `${at}  opened      recorded, and its reference used up`,
          `${at}  held        5000 UGX from available to held`,
          `${at}  submission  declined (not_sent)`,
          `${at}  released    5000 UGX from held to available`,
          `${at}  event       an event for the merchant`,
          '',
        ].join('\n'),
      )
    },
  })

  rule(
    '104.18',
    'without `--json` a refusal is a sentence on standard error, and standard output stays empty',
    async () => {
      const { sente } = await openCommandLine()
      expect(await sente('account', 'show', 'nobody')).to.deep.equal({
        code: 1,
        out: '',
        err: 'There is no account nobody\n',
      })
    },
  )

  rule('104.19', 'sente --version prints the version', async () => {
    const { sente } = await openCommandLine()
    expect(await sente('--version')).to.deep.equal({ code: 0, out: '1.2.3\n', err: '' })
  })

  rule('104.20', 'an error is reported by its message, with exit code 1', {
    async 'as JSON'() {
      const { json } = await openCommandLine({ openStore: noDatabase })
      const error = { code: 'failed', message: 'there is no database at ./sente.db' }
      expect(await json('audit')).to.deep.equal({ code: 1, json: { error } })
    },
    async 'as text'() {
      const { sente } = await openCommandLine({ openStore: noDatabase })
      expect(await sente('audit')).to.deep.equal({ code: 1, out: '', err: 'there is no database at ./sente.db\n' })
    },
  })

  rule('104.21', 'the store is closed after any outcome of the command', async () => {
    const { sente, seen, store } = await openCommandLine()
    await sente('audit')
    await sente('account', 'show', 'nobody')
    Object.assign(store.accounts, { byId: () => Promise.reject(new Error('disk full')) })
    expect((await sente('account', 'show', 'nobody')).err).to.equal('disk full\n')
    expect(seen).to.deep.equal({ opened: 3, closed: 3 })
  })

  rule('104.22', 'new keys are printed although closing the store fails, and JSON stays one object', async () => {
    const close = () => Promise.reject(new Error('the store cannot be closed'))
    const { sente } = await openCommandLine({ store: { close } })
    const { code, out, err } = await sente('account', 'create', '--name', 'Soko', '--json')
    expect({ code, err }).to.deep.equal({ code: 1, err: 'the store cannot be closed\n' })
    expect(JSON.parse(out)).to.have.all.keys('account_id', 'secret_key', 'public_key')
  })

  rule('104.23', 'serve and sandbox run the gateway, open no store of their own and end with its exit code', {
    async 'that ran'() {
      const { sente, seen } = await openCommandLine({ serve: async () => 7, sandbox: async () => 8 })
      expect(await sente('serve')).to.deep.equal({ code: 7, out: '', err: '' })
      expect(await sente('sandbox')).to.deep.equal({ code: 8, out: '', err: '' })
      expect(seen.opened).to.equal(0)
    },
    async 'that cannot start'() {
      const { sente, json } = await openCommandLine({ serve: () => Promise.reject(new Error('PORT is taken')) })
      expect(await sente('serve')).to.deep.equal({ code: 1, out: '', err: 'PORT is taken\n' })
      const error = { code: 'failed', message: 'PORT is taken' }
      expect(await json('serve')).to.deep.equal({ code: 1, json: { error } })
    },
  })
})

async function noDatabase(): Promise<never> {
  throw new Error('there is no database at ./sente.db')
}
