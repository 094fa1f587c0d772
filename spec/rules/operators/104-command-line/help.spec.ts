import { expect } from 'chai'
import { rule } from '../../../rule.ts'
import { openCommandLine } from './commandLine.ts'

/** The variables that a server reads from the environment. */
const settings = [
  'HOST',
  'PORT',
  'DATABASE_URL',
  'SENTE_CONFIG',
  'SENTE_PIN_KEY',
  'SENTE_PIN_KEY_PREVIOUS',
  'SENTE_PUBLIC_URL',
  'SENTE_CALLBACK_SECRET',
  'SENTE_WEBHOOK_KEY',
  'SENTE_WEBHOOK_KEY_PREVIOUS',
  'SENTE_PSEUDONYM_KEY',
  'SENTE_WEBHOOK_ALLOW',
  'SENTE_ACCOUNT_RATE',
  'SENTE_FAILED_KEY_RATE',
  'SENTE_USER_RATE',
  'SENTE_VISITOR_RATE',
  'SENTE_MAX_CONNECTIONS',
  'SENTE_REQUEST_SECONDS',
  'SENTE_IDLE_SECONDS',
  'SENTE_TRUSTED_PROXIES',
  'LOG_LEVEL',
]

/** Every command, and every argument, option and setting that its help must explain. */
const commands: Record<string, readonly string[]> = {
  serve: ['--json', '--this-is-the-books', ...settings],
  sandbox: ['--json', '--this-is-the-books', ...settings],
  'account create': ['--name', '--kyc', '--activate', '--pin', '--fund', '--json'],
  'account show': ['ID', '--json'],
  'account set': ['ID', '--kyc', '--api-access', '--pin', '--clear-pin', '--language', '--clear-language', '--json'],
  'account activate': ['ID', 'CURRENCY', '--json'],
  'account deactivate': ['ID', 'CURRENCY', '--json'],
  'account fund': ['ID', 'CURRENCY', 'AMOUNT', '--reference', '--json'],
  'account withdraw': ['ID', 'CURRENCY', 'AMOUNT', '--reference', '--because', '--json'],
  'account limit show': ['ID', '--json'],
  'account limit set': [
    ...['ID', 'CURRENCY', '--payout-amount', '--payouts-a-day', '--payout-amount-a-day', '--collections-a-day'],
    '--json',
  ],
  'account limit clear': [
    ...['ID', 'CURRENCY', '--payout-amount', '--payouts-a-day', '--payout-amount-a-day', '--collections-a-day'],
    '--json',
  ],
  'account close': ['ID', '--json'],
  'key list': ['ID', '--json'],
  'key create': ['ID', '--name', '--scope', '--expires', '--from', '--json'],
  'key rotate': ['ID', '--key', '--expires', '--public', '--json'],
  'key revoke': ['KEY_ID', '--json'],
  'transaction show': ['ID', '--account', '--reference', '--json'],
  'transaction list': [
    '--account',
    '--state',
    '--kind',
    '--currency',
    '--attention',
    '--limit',
    '--before',
    '--json',
    'mismatch',
    'contradiction',
    'vanished',
    'overdue',
  ],
  'transaction resolve': ['ID', '--succeeded', '--failed', '--because', '--by', '--json'],
  'webhook add': ['ID', 'URL', '--type', '--json'],
  'webhook list': ['ID', '--json'],
  'webhook show': ['ID', 'ENDPOINT_ID', '--limit', '--json'],
  'webhook set': ['ID', 'ENDPOINT_ID', '--url', '--type', '--enabled', '--json'],
  'webhook rotate': ['ID', 'ENDPOINT_ID', '--json'],
  'webhook test': ['ID', 'ENDPOINT_ID', '--json'],
  'webhook redeliver': ['ID', 'EVENT', '--json'],
  'webhook remove': ['ID', 'ENDPOINT_ID', '--json'],
  audit: [
    '--json',
    'balance_is_sum',
    'balance_not_negative',
    'sum_is_zero',
    'postings_in_order',
    'postings_fit_transaction',
    'postings_fit_funding',
    'nothing_stray',
    'events_without_gap',
    'one_event_each',
    'contradicted',
  ],
  migrate: ['--json'],
  move: ['--from', '--to', '--json'],
  doctor: ['--json'],
  simulator: ['--port', '--data', '--config-out', '--json'],
}

describe('104 The command line: help', () => {
  rule(
    '104.31',
    'every command explains its arguments and options and gives an example, without opening the store',
    Object.fromEntries(Object.entries(commands).map(([command, words]) => [command, () => explains(command, words)])),
  )

  rule('104.32', 'the help says which commands can be repeated safely, and where a PIN can be seen', async () => {
    expect(await help('account fund')).to.match(/Safe to repeat: a reference can be used once for the account\./)
    expect(await help('account create')).to.match(/Do not repeat\nthe command blindly/)
    expect(await help('account withdraw')).to.match(/Safe to repeat: a reference can be used once for the account/)
    expect(await help('key rotate')).to.match(/Do not repeat the command\nblindly/)
    for (const command of ['webhook add', 'webhook rotate'])
      expect(await help(command)).to.include('Do not repeat the command blindly')
    for (const command of ['webhook set', 'webhook redeliver']) expect(await help(command)).to.include('Safe to repeat')
    for (const command of ['account activate', 'account deactivate', 'account close', 'key revoke', 'migrate'])
      expect((await help(command)).replace(/\s+/g, ' ')).to.include('Repeating it changes nothing.')
    for (const command of ['account create', 'account set']) {
      expect(await help(command)).to.match(/is visible in the list of processes/)
      expect(await help(command)).to.match(/prefer --pin -/)
    }
  })

  rule('104.33', 'sente --help lists every command and explains the exit codes', async () => {
    for (const argv of [['--help'], ['-h'], ['help']]) {
      const { sente } = await openCommandLine()
      const { code, out, err } = await sente(...argv)
      expect({ code, err }).to.deep.equal({ code: 0, err: '' })
      for (const command of Object.keys(commands)) expect(out).to.match(new RegExp(`\n  ${command} `))
      expect(out).to.include('Exit codes: 0 done, 1 refused or broken, 2 wrong usage.')
    }
    expect(await help('account')).to.match(/\n {2}account fund <ID> <CURRENCY> <AMOUNT> +put money/)
  })

  rule(
    '104.34',
    'the help of transaction resolve explains its effect on the money, and where to look first',
    async () => {
      const text = (await help('transaction resolve')).replace(/\s+/g, ' ')
      for (const fact of [
        "First look at the network's own portal",
        'The decision is final',
        'twelve times more, over 72 hours',
        'payout, --succeeded the held money leaves the balance',
        'payout, --failed the held money is available again',
        'collection, --succeeded the amount is credited to the balance',
        'collection, --failed nothing',
      ])
        expect(text).to.include(fact)
    },
  )
})

async function help(command: string): Promise<string> {
  const { sente, seen } = await openCommandLine()
  const { code, out, err } = await sente(...command.split(' '), '--help')
  expect({ code, err, opened: seen.opened }).to.deep.equal({ code: 0, err: '', opened: 0 })
  return out
}

async function explains(command: string, words: readonly string[]) {
  const text = await help(command)
  for (const word of words) expect(text).to.match(new RegExp(`\n  ${word} `))
  expect(text).to.match(new RegExp(`\nExamples?:\n  [^\n]*sente ${command}`))
  for (const line of text.split('\n')) expect(line).to.have.length.below(81)
}
