import { expect } from 'chai'
import { rule } from '../../../rule.ts'
import { openCommandLine } from './commandLine.ts'

const all =
  'serve, sandbox, account, key, user, funding, statement, transaction, batch, case, webhook, listen, audit, action, proposal, migrate, backup, restore, move, database, quarantine, network, reconcile, close-day, float, fee, personal-data, doctor, simulator'

describe('104 The command line: wrong usage', () => {
  rule('104.24', 'wrong usage exits with 2, opens no store, and names the error and the expected form', {
    'no command': () => isWrong([], `sente: a command is missing, expected one of: ${all}`),
    'no command of a group': () =>
      isWrong(['transaction'], 'sente transaction: a command is missing, expected one of: show, list, resolve'),
    'an unknown command': () => isWrong(['acount'], `sente: unknown command 'acount', expected one of: ${all}`),
    'an unknown command of a group': () =>
      isWrong(['transaction', 'shw'], "sente transaction: unknown command 'shw', expected one of: show, list, resolve"),
    'help for an unknown command': () => isWrong(['help', 'x'], `sente: a command is missing, expected one of: ${all}`),
    'an unknown option': () =>
      isWrong(
        ['audit', '--al'],
        "sente audit: unknown option '--al', expected one of: --all, --because <TEXT>, --by <NAME>, --json",
      ),
    'a missing argument': () =>
      isWrong(['account', 'activate', 'ID'], "sente account activate: missing required argument 'CURRENCY'"),
    'too many arguments': () =>
      isWrong(['audit', 'x'], "sente audit: too many arguments for 'audit'. Expected 0 arguments but got 1."),
    'a missing option': () =>
      isWrong(['account', 'create'], "sente account create: required option '--name <NAME>' not specified"),
    'a missing reference': () =>
      isWrong(
        ['account', 'fund', 'ID', 'UGX', '5'],
        "sente account fund: required option '--reference <REFERENCE>' not specified",
      ),
    'a bad choice': () =>
      isWrong(
        ['account', 'set', 'ID', '--api-access', 'maybe'],
        "sente account set: option '--api-access <SWITCH>' argument 'maybe' is invalid. Allowed choices are on, off.",
      ),
    'a language that the pages do not have': () =>
      isWrong(
        ['account', 'set', 'ID', '--language', 'de'],
        "sente account set: option '--language <CODE>' argument 'de' is invalid. Allowed choices are en, lg, sw, fr.",
      ),
    'account set without an option': () =>
      isWrong(
        ['account', 'set', 'ID'],
        'sente account set: expected --kyc, --api-access, --pin, --clear-pin, --language or --clear-language',
      ),
    'a PIN that is set and cleared': () =>
      isWrong(
        ['account', 'set', 'ID', '--clear-pin', '--pin', '4071'],
        "sente account set: option '--pin <PIN>' cannot be used with option '--clear-pin'",
      ),
    'a blank name': () => isWrongWith(['account', 'create', '--name', ' '], 'Expected a name that is not blank'),
    'a name of two lines': () => isWrongWith(['account', 'create', '--name', 'a\nb'], 'no control characters'),
    'a transaction by nothing': () =>
      isWrong(
        ['transaction', 'show'],
        'sente transaction show: expected ID alone, or --account and --reference, --provider-id, or --provider-ref without it',
      ),
    'a transaction by half a name': () =>
      isWrongWith(['transaction', 'show', '--account', 'ID'], 'expected ID alone, or --account and --reference'),
    'a transaction by both': () =>
      isWrongWith(['transaction', 'show', 'ID', '--account', 'ID', '--reference', 'r'], 'expected ID alone'),
  })

  rule('104.25', 'the commands of keys, transactions and networks name errors in the same way', {
    'a withdrawal without a reason': () =>
      isWrong(
        ['account', 'withdraw', 'ID', 'UGX', '5', '--reference', 'w'],
        "sente account withdraw: required option '--because <TEXT>' not specified",
      ),
    'an unknown state': () =>
      isWrongWith(
        ['transaction', 'list', '--state', 'open'],
        'Allowed choices are submitting, pending, succeeded, failed.',
      ),
    'an unknown kind': () =>
      isWrongWith(['transaction', 'list', '--kind', 'loan'], 'Allowed choices are payout, collection, refund.'),
    'a malformed currency': () =>
      isWrongWith(['transaction', 'list', '--currency', 'ugx'], 'Expected the code of a currency, such as UGX.'),
    async 'a limit out of bounds'() {
      for (const limit of ['0', '1001', '-1', '5.5', 'all', ''])
        await isWrongWith(['transaction', 'list', '--limit', limit], 'Expected a whole number from 1 to 1000.')
    },
    'no end': () =>
      isWrong(
        ['transaction', 'resolve', 'ID', '--because', 'x'],
        'sente transaction resolve: expected --succeeded, --failed, --taken-back or --stands',
      ),
    'two ends': () =>
      isWrong(
        ['transaction', 'resolve', 'ID', '--failed', '--succeeded', '--because', 'x'],
        "sente transaction resolve: option '--succeeded' cannot be used with option '--failed'",
      ),
    'no reason': () =>
      isWrong(
        ['transaction', 'resolve', 'ID', '--failed'],
        "sente transaction resolve: required option '--because <TEXT>' not specified",
      ),
    'a decision without a name': () =>
      isWrongWith(
        ['transaction', 'resolve', 'ID', '--failed', '--because', 'x', '--by', ' '],
        'Expected a name that is not blank and has no control characters.',
      ),
    'an endpoint without a change': () =>
      isWrong(['webhook', 'set', 'ID', 'ENDPOINT'], 'sente webhook set: expected --url, --type or --enabled'),
    'an unknown type of events': () =>
      isWrongWith(
        ['webhook', 'add', 'ID', 'https://duka.example/', '--type', 'payout.lost'],
        'Allowed choices are *, payout.succeeded, payout.failed, collection.succeeded, collection.failed,',
      ),
    'a port out of range': () =>
      isWrongWith(['simulator', '--port', '65536'], 'Expected a whole number from 0 to 65535.'),
    'a file without a name': () => isWrongWith(['simulator', '--data', ''], 'Expected the path of a file.'),
  })

  rule(
    '104.26',
    'without `--json`, wrong usage is answered with the usage of the command and where to read more',
    async () => {
      const { sente } = await openCommandLine()
      const { out, err } = await sente('account', 'show')
      expect(out).to.equal('')
      expect(err).to.equal(
        "sente account show: missing required argument 'ID'\n" +
          'Usage: sente account show [options] <ID>\nMore:  sente account show --help\n',
      )
      expect((await sente('account')).err).to.match(/Commands:\n +account create/)
    },
  )

  rule('104.27', 'an amount is read as people write it, or refused with the reason', async () => {
    for (const [amount, problem] of [
      ['', 'is not an amount in UGX'],
      ['-5', 'is not an amount in UGX'],
      ['5.', 'is not an amount in UGX'],
      ['.5', 'is not an amount in UGX'],
      ['1e5', 'is not an amount'],
      ['1_000', 'is not an amount'],
      ['0x10', 'is not an amount'],
      ['five', 'is not an amount in UGX'],
      ['5.5', 'has decimals, and UGX has none'],
      ['5.000', 'can mean UGX 5000 or 5'],
      ['1000000000000000', 'has more than 15 digits'],
    ] as const) {
      const expected = `“${amount}” ${problem}`
      await isWrongWith(['account', 'fund', 'ID', 'UGX', amount, '--reference', 'f'], expected)
      await isWrongWith(['account', 'create', '--name', 'Soko', '--fund', `UGX=${amount}`], expected)
    }
    const { json, id } = await openCommandLine()
    for (const [amount, currency, available] of [
      ['99,999,999,999,999', 'UGX', 100_000_000_099_999],
      ['999999999999999', 'UGX', 1_100_000_000_099_998],
      ['0.01', 'USD', 0.01],
      ['12.50', 'USD', 12.51],
    ] as const) {
      const { json: account } = await json('account', 'fund', id, currency, amount, '--reference', amount)
      expect(account.balances[currency].available).to.equal(available)
    }
  })

  rule('104.28', 'an opening balance is CURRENCY=AMOUNT, once for each currency', async () => {
    const create = ['account', 'create', '--name', 'Soko', '--fund']
    for (const fund of ['UGX', '1000', '=1000', ''])
      await isWrongWith([...create, fund], 'Expected CURRENCY=AMOUNT, such as UGX=1000000.')
    await isWrongWith([...create, 'UGX=5', '--fund', 'UGX=5'], 'Expected each currency once.')
  })

  rule('104.29', 'an option is never read as the value of the option before it', async () => {
    const fund = ['account', 'fund', 'ID', 'UGX', '50', '--reference']
    await isWrong(fund, "sente account fund: option '--reference <REFERENCE>' argument missing")
    await isWrongWith([...fund, '--help'], 'Expected a value, not an option.')
    await isWrongWith(['account', 'create', '--name', '--kyc=complete'], 'Expected a value, not an option.')
  })

  rule('104.30', 'after -- nothing is an option', async () => {
    const { sente } = await openCommandLine()
    const { code, err } = await sente('account', 'show', '--', '--json')
    expect({ code, err }).to.deep.equal({ code: 1, err: 'There is no account --json\n' })
  })
})

async function isWrong(argv: string[], message: string) {
  const { json, sente, seen } = await openCommandLine()
  expect(await json(...argv)).to.deep.equal({ code: 2, json: { error: { code: 'usage', message } } })
  const { code, out, err } = await sente(...argv)
  expect({ code, out }).to.deep.equal({ code: 2, out: '' })
  expect(err).to.include(`${message}\n`)
  expect(seen.opened).to.equal(0)
}

async function isWrongWith(argv: string[], message: string) {
  const { json, seen } = await openCommandLine()
  const { code, json: answer } = await json(...argv)
  expect([code, answer.error.code, seen.opened]).to.deep.equal([2, 'usage', 0])
  expect(answer.error.message).to.include(message)
}
