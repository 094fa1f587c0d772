import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { readFourEyes } from '../../../../composition/settings/fourEyes.ts'
import { acceptedHalf } from '../../../fixtures/batches.ts'
import { joined } from '../../../fixtures/people.ts'
import { inFolder } from '../../../fixtures/sqliteFolder.ts'
import { rule } from '../../../rule.ts'
import { openCommandLine } from '../104-command-line/commandLine.ts'
import { headings, ugandanPayout, writeFeeFile } from '../120-reconciliation/writtenFiles.ts'

/** The values of words in command lines, from the answers of earlier commands. */
type Known = Record<string, string>

/** A command line, with names of {@link Known} in capitals, the kind of its action, and its answer. */
type Writing = readonly [argv: string, kind: string, learn?: Learn]

type Learn = (
  json: Record<string, string>,
  stage: { readonly at: CommandLine; readonly known: Known },
) => Known | Promise<Known>

const because = '--because ticket'

/** Every command that writes an action, in an order that lets each of them run. */
const writing: readonly Writing[] = [
  ['account create --name Duka', 'account.create'],
  ['account set ACCOUNT --kyc incomplete', 'account.set'],
  ['account deactivate ACCOUNT UGX', 'account.deactivate'],
  ['account activate ACCOUNT UGX', 'account.activate'],
  ['account fund ACCOUNT UGX 500 --reference a', 'account.fund'],
  [`account withdraw ACCOUNT UGX 500 --reference b ${because}`, 'account.withdraw'],
  ['account limit set ACCOUNT UGX --payouts-a-day 900', 'account.limit'],
  ['account limit clear ACCOUNT UGX --payouts-a-day', 'account.limit'],
  ['key create ACCOUNT --name till --scope collect', 'key.create'],
  ['key rotate ACCOUNT', 'key.rotate', ({ key_id: KEY = '' }) => ({ KEY })],
  ['key revoke KEY', 'key.revoke'],
  [
    'user invite --account ACCOUNT --role viewer',
    'user.invite',
    ({ invitation_id: INVITATION = '' }) => ({ INVITATION }),
  ],
  ['user uninvite INVITATION --account ACCOUNT', 'user.uninvite'],
  ['user set USER --role viewer', 'user.set'],
  ['user suspend USER', 'user.suspend'],
  ['user resume USER', 'user.resume'],
  ['user end-sessions USER', 'user.end-sessions'],
  ['user reset-second-step USER', 'user.reset-second-step'],
  ['user reset-password USER', 'user.invite'],
  ['user remove USER', 'user.remove'],
  [`transaction resolve TRANSACTION --failed ${because}`, 'transaction.resolve'],
  ['batch approve BATCH', 'batch.approve'],
  [`batch pause BATCH ${because}`, 'batch.pause'],
  [`quarantine begin ${because}`, 'quarantine.begin'],
  [`quarantine end ${because}`, 'quarantine.end'],
  [`batch confirm BATCH ${because}`, 'batch.confirm'],
  ['batch resume BATCH', 'batch.resume'],
  [`batch cancel BATCH ${because}`, 'batch.cancel'],
  ['webhook add ACCOUNT https://duka.example/', 'webhook.add', ({ endpoint_id: ENDPOINT = '' }) => ({ ENDPOINT })],
  ['webhook set ACCOUNT ENDPOINT --enabled off', 'webhook.set'],
  ['webhook set ACCOUNT ENDPOINT --enabled on', 'webhook.set'],
  ['webhook rotate ACCOUNT ENDPOINT', 'webhook.rotate'],
  ['webhook redeliver ENDPOINT --from 1', 'webhook.redeliver'],
  ['webhook remove ACCOUNT ENDPOINT', 'webhook.remove'],
  ['float top-up MTN UGX 900 --reference a', 'float.top_up'],
  ['float liquidate MTN UGX 800 --reference b', 'float.liquidate'],
  [`float adjust UGX 1 --from bank --to fees_paid --reference c ${because}`, 'float.adjust'],
  [`network pause MTN ${because}`, 'network.pause'],
  [`network resume MTN ${because}`, 'network.resume'],
  [
    'reconcile file FOLDER/mtn.csv --provider MTN --from 2026-01-02 --to 2026-01-02 --sure',
    'reconcile.file',
    ({ reconciliation_id: RUN = '' }) => ({ RUN }),
  ],
  [
    `reconcile rule add ours --network MTN --currency UGX --at-least 8000 --resolve not_ours ${because}`,
    'reconcile.rule-add',
  ],
  [`reconcile rule run --from 2026-01-02 ${because}`, 'reconcile.resolve'],
  [`reconcile rule remove ours ${because}`, 'reconcile.rule-remove'],
  [`reconcile assign RUN --owner okello ${because}`, 'reconcile.assign'],
  [`reconcile record RUN --entry 2 --account ACCOUNT --reference z ${because}`, 'reconcile.record'],
  [`reconcile classify RUN --entry 3 --as other ${because}`, 'reconcile.classify', exported],
  [`reconcile decide FOLDER/decisions.csv ${because}`, 'reconcile.assign'],
  [
    'reconcile file FOLDER/fees.csv --provider MTN --from 2026-01-02 --to 2026-01-02 --profile FOLDER/fees.json --sure',
    'reconcile.file',
    ({ reconciliation_id: FEES = '' }) => ({ FEES }),
  ],
  [`reconcile withdraw FEES ${because}`, 'reconcile.withdraw'],
  [
    'reconcile file FOLDER/fees.csv --provider MTN --from 2026-01-02 --to 2026-01-02 --profile FOLDER/fees.json --sure',
    'reconcile.file',
    ({ reconciliation_id: FEES = '' }) => ({ FEES }),
  ],
  [`reconcile book-fees FEES ${because}`, 'float.adjust'],
  [`reconcile resolve RUN ${because}`, 'reconcile.resolve'],
  [`personal-data erase NUMBER ${because}`, 'personal-data.erase'],
  ['close-day write 2026-01-02 --into FOLDER/closes --key FOLDER/key.pem', 'day.close'],
  ['backup FOLDER/backup', 'backup.make'],
  ['audit', 'audit.run'],
  [`account fund ACCOUNT UGX 50000000 --reference c ${because}`, 'proposal.make', proposed],
  ['proposal approve PROPOSAL --by brian', 'account.fund'],
  [`account fund ACCOUNT UGX 50000000 --reference d ${because}`, 'proposal.make', proposed],
  ['proposal reject PROPOSAL --because no', 'proposal.reject'],
  ['account close ACCOUNT', 'account.close'],
]

/** Commands with their actions in the books that they make; the request names the person. */
const writingIntoNewBooks = [
  'restore FOLDER/backup',
  'move --from sqlite:a.db --to postgres://h/d',
  'database moved --old-is-off',
]

/** Every command that changes nothing in the books: it looks, or writes a file, or runs until it is stopped. */
const changingNothing = [
  ...['serve', 'sandbox', 'simulator', 'listen', 'doctor'],
  ...['account list', 'account show', 'account limit show', 'key list', 'user list', 'user invitations'],
  ...['funding list', 'statement'],
  ...['float list', 'float moves', 'fee list'],
  ...['transaction show', 'transaction list', 'batch list', 'batch show', 'case export', 'case verify', 'case key'],
  ...['webhook list', 'webhook show', 'webhook test', 'action list', 'action verify'],
  ...['proposal list', 'proposal show', 'quarantine show', 'network list', 'network show'],
  ...['reconcile list', 'reconcile show', 'reconcile exceptions', 'reconcile export', 'reconcile rule list'],
  ...['reconcile profile list', 'reconcile profile show', 'reconcile profile schema', 'reconcile profile try'],
  ...['close-day verify', 'personal-data show', 'personal-data list'],
  // Only the schema, which `serve` brings up to date, too.
  'migrate',
]

describe('126 Who did what: every command', () => {
  rule('126.30', 'each command either writes an action, or changes nothing in the books', async () => {
    const { sente } = await openCommandLine()
    const help = (await sente('--help')).out
    const [, listed = ''] = help.split(/^Commands:\n/m)
    const all = [...(listed.split('\n\n')[0]?.matchAll(/^ {2}(\S.*?)(?= {2}| [<[])/gm) ?? [])].map(([, name]) => name)
    const reported = [...writing.map(([argv]) => argv), ...writingIntoNewBooks, ...changingNothing]
    const isReported = (name = '') => reported.some((argv) => `${argv} `.startsWith(`${name} `))
    expect(all).to.have.length.above(50)
    expect(all.filter((name) => !isReported(name))).to.deep.equal([])
  })

  rule('126.31', 'a command that changes something writes its action behind all others', () =>
    inFolder(async ({ path }) => {
      const at = await openCommandLine({ store: { fourEyes: readFourEyes('UGX:10000000') } })
      const known = await prepared(at, path)
      for (const [argv, kind, learn] of writing) {
        const before = await latest(at)
        const { code, json } = await at.json(...words(argv, known))
        expect([argv, code, json]).to.have.property('1', 0)
        const { number, kind: written, by } = await latest(at)
        expect([argv, written, by, number > before.number]).to.deep.equal([argv, kind, 'amina', true])
        Object.assign(known, await learn?.(json, { at, known }))
      }
    }),
  )

  rule('126.32', 'the new books record the person who restored or moved them', async () => {
    const asked: unknown[] = []
    const { sente } = await openCommandLine({
      async restore({ file, by, because }) {
        asked.push([by, because])
        return { file, path: './sente.db', isRecorded: asked.length > 1, aside: [], keepToo: [] }
      },
      async move({ from, to, by, because }) {
        asked.push([by, because])
        return { from, to, already: false, rows: {}, replaced: 0 }
      },
    })
    const [restore = '', move = ''] = writingIntoNewBooks
    const { out } = await sente(...restore.split(' '), '--by', 'okello')
    expect(out).to.include('not in the record of actions: the schema of the backup is older')
    expect((await sente(...restore.split(' '))).out).not.to.include('not in the record')
    await sente(...move.split(' '), '--because', 'more nodes')
    expect(asked).to.deep.equal([
      ['okello', undefined],
      ['amina', undefined],
      ['amina', 'more nodes'],
    ])
  })
})

/** Writes the exceptions into a file, and fills in an owner. */
async function exported(...[, { at, known }]: Parameters<Learn>): Promise<Known> {
  const file = join(known.FOLDER ?? '', 'decisions.csv')
  await at.json('reconcile', 'exceptions', '--export', file)
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(',,\r\n', ',,mukasa\r\n'))
  return {}
}

type CommandLine = Awaited<ReturnType<typeof openCommandLine>>

/** A payout in doubt, a paid one, and a file of the network with one more. */
async function prepared(at: CommandLine, folder: string): Promise<Known> {
  const { pay, payout, clock, id } = at
  await pay('succeeds', 'paid')
  const { id: transaction } = await pay('losesRequest', 'lost')
  clock.forwardMs(3 * 24 * 3_600_000)
  const forgotten = ugandanPayout('02/01/2026 12:00', '7000', '256770000009')
  const toBank = forgotten.replace('FRI:256770000009/MSISDN', 'FRI:bank/MM')
  const rows = [headings.mtnUganda, forgotten, toBank, toBank.replace('7000', '8000')]
  writeFileSync(join(folder, 'mtn.csv'), `${rows.join('\n')}\n`)
  writeFeeFile(folder)
  execFileSync('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', join(folder, 'key.pem')], { stdio: 'ignore' })
  const ports = { ...at.ports, fourEyes: readFourEyes('batches') }
  const batch = await acceptedHalf({ ...at, ports }, '256770000008')
  await joined(at.ports, { accountId: id, name: 'another owner' })
  const { user } = await joined(at.ports, { accountId: id })
  return {
    ACCOUNT: id,
    USER: user.id,
    BATCH: batch,
    TRANSACTION: transaction,
    NUMBER: payout.phoneNumber,
    FOLDER: folder,
  }
}

function words(argv: string, known: Known): string[] {
  return argv.split(' ').map((word) => word.replace(/^[A-Z]{3,}/, (name) => known[name] ?? name))
}

async function latest({ ports }: CommandLine) {
  const [action] = (await ports.actions.list({ limit: 1 })).actions
  if (!action) throw new Error('no action was written')
  return action
}

function proposed(json: Record<string, unknown>): Known {
  return { PROPOSAL: String((json.proposal as { proposal: number }).proposal) }
}
