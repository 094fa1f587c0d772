import { generateKeyPairSync } from 'node:crypto'
import { readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect } from 'chai'
import { upkeepProcess } from '../../../../adapters/background/upkeep/upkeepProcess.ts'
import { publicKeyOf } from '../../../../adapters/cli/output/signedFile.ts'
import { dayAfter, utc } from '../../../../adapters/formats/moment.ts'
import { systemClock } from '../../../../adapters/node/node.ts'
import { openSqliteStore } from '../../../../adapters/sqlite/store/sqliteStore.ts'
import { readCommandSettings } from '../../../../composition/settings/settings.ts'
import { SettingsError } from '../../../../composition/settings/validated.ts'
import { upkeepFolders } from '../../../../composition/start/upkeepFolders.ts'
import type { ClosedDays, MadeBackup } from '../../../../core/sente.ts'
import { password } from '../../../fixtures/http/dashboard.ts'
import { openProcesses, program } from '../../../fixtures/processes.ts'
import { inFolder } from '../../../fixtures/sqliteFolder.ts'
import { until } from '../../../fixtures/until.ts'
import { rule, table } from '../../../rule.ts'

const closes = '/operator/closes'
const books = '/operator/books'

describe('138 Reconciliation at the desk: servers that close days and make backups', () => {
  rule(
    '138.35',
    'a server closes days, verifies them and makes backups by its commands, under the name of the operator',
    {
      'each command in a process of its own': () =>
        inFolder(async ({ path }) => {
          const file = join(path, 'sandbox.db')
          const store = openSqliteStore({ path: file, purpose: 'sandbox', migrate: true })
          try {
            const [folder, key] = [join(path, 'closes'), join(path, 'close.pem')]
            const { privateKey } = generateKeyPairSync('ed25519')
            writeFileSync(key, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
            const shared = { PATH: process.env.PATH, HOME: path, DATABASE_URL: `sqlite:${file}` }
            const { runClose, runCheck, runBackup, folders } = upkeepProcess({
              program: [process.execPath, program],
              environment: { ...shared, SENTE_CASE_KEY_FILE: key },
              clock: { nowMs: () => Date.parse('2026-11-29T06:15:00.123Z') },
              closes: { folder, publicKey: publicKeyOf(privateKey) },
              backups: path,
            })
            expect(folders.backups).to.equal(path)
            expect(await runCheck?.()).to.deep.equal({ days: 0, first: null, last: null, problems: [] })
            const today = utc(systemClock.nowMs()).slice(0, 10)
            const days = [-2, -1, 2].map((after) => dayAfter(today, after))
            const done = (await runClose?.({ by: '-nakato', days })) as ClosedDays
            expect(done.closed.map(({ day, isStanding }) => [day, isStanding])).to.deep.equal([
              [days[0], false],
              [days[1], false],
            ])
            expect(done.refusal).to.include('The next day to close is')
            expect(done.series).to.deep.equal({ days: 2, first: days[0], last: days[1], problems: [] })
            const made = (await runBackup?.({ by: '-nakato' })) as MadeBackup
            expect(basename(made.file)).to.equal('sente-2026-11-29T061500Z.db')
            expect(readdirSync(path)).to.include(basename(made.file))
            expect(made.checked).to.be.above(0)
            expect(await runBackup?.({ by: 'nakato' })).to.include({ refused: 'failed' })
            const { actions } = await store.actions.list({ limit: 9 })
            expect(actions.map(({ kind, by }) => [kind, by])).to.deep.equal([
              ['backup.make', '-nakato'],
              ['day.close', '-nakato'],
              ['day.close', '-nakato'],
            ])
          } finally {
            await store.close()
          }
        }),
      'on the pages of a sandbox with its settings': onPages,
    },
  )

  rule(
    '138.36',
    'a folder that cannot be used is refused at the start, and so is a folder of closes without a key',
    table(
      ['setting', 'value', 'further settings', 'refused with'],
      [
        ['SENTE_CLOSES_FOLDER', 'NEW', 'no key', 'SENTE_CASE_KEY_FILE is missing'],
        ['SENTE_CLOSES_FOLDER', 'NEW', 'a wrong key', 'SENTE_CASE_KEY_FILE is not a private key of Ed25519'],
        ['SENTE_CLOSES_FOLDER', 'NEW', 'a key', null],
        ['SENTE_CLOSES_FOLDER', 'FILE', 'a key', 'where no files can be written'],
        ['SENTE_CLOSES_FOLDER', 'FILE/closes', 'a key', 'where no files can be written'],
        ['SENTE_CLOSES_FOLDER', '/proc', 'a key', 'where no files can be written'],
        ['SENTE_CLOSES_FOLDER', 'NEW', 'a key, in memory', 'DATABASE_URL is sqlite::memory:'],
        ['SENTE_BACKUPS_FOLDER', 'NEW', 'no key', null],
        ['SENTE_BACKUPS_FOLDER', 'FILE', 'no key', 'where no files can be written'],
        ['SENTE_BACKUPS_FOLDER', 'NEW', 'PostgreSQL', 'postgresql is backed up by its own tools'],
        ['SENTE_BACKUPS_FOLDER', '', 'no key', 'SENTE_BACKUPS_FOLDER'],
      ],
      (name, value, further, refused) =>
        inFolder(({ path }) => {
          const key = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })
          const settings: Record<string, Record<string, string>> = {
            'a wrong key': { SENTE_CASE_KEY: 'x'.repeat(40) },
            'a key': { SENTE_CASE_KEY: String(key) },
            'a key, in memory': { SENTE_CASE_KEY: String(key), DATABASE_URL: 'sqlite::memory:' },
            PostgreSQL: { DATABASE_URL: 'postgresql://db.example/sente', SENTE_CONFIG: 'live.json' },
          }
          writeFileSync(join(path, 'file'), '')
          const folder = value.replace('NEW', join(path, 'a', 'b')).replace('FILE', join(path, 'file'))
          const read = () =>
            upkeepFolders(
              readCommandSettings({
                ...{ SENTE_PIN_KEY: '7c3f0a9e51d86b24e0a1f7c95d3b8264', DATABASE_URL: `sqlite:${join(path, 'a.db')}` },
                ...{ [name]: folder, ...settings[further] },
              }),
            )
          if (refused !== null)
            expect(read).to.throw(SettingsError, refused).with.property('message').that.includes(name)
          else {
            const { closes: found, backups } = read()
            expect(found?.folder ?? backups).to.equal(folder)
            expect(readdirSync(folder)).to.deep.equal([])
          }
        }),
    ),
  )
})

/** A server with both folders, and an administrator on its pages. */
async function onPages() {
  const { folder, serve } = openProcesses()
  const key = join(folder, 'close.pem')
  writeFileSync(key, generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }), {
    mode: 0o600,
  })
  const [closesAt, backupsAt] = [join(folder, 'closes'), join(folder, 'backups')]
  const server = serve({
    ...{ SENTE_CASE_KEY_FILE: key, SENTE_CLOSES_FOLDER: closesAt, SENTE_BACKUPS_FOLDER: backupsAt },
  })
  const invitation = /administrator +(\S+)/.exec(await server.greeting)?.[1] ?? ''
  const post = (url: string, form: Record<string, string>, cookie = '') =>
    fetch(url, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(form),
      headers: { origin: new URL(url).origin, cookie },
    })
  const joined = await post(invitation, { name: 'nakato', password, again: password })
  const cookie = /^sente-session=[^;]*/.exec(joined.headers.get('set-cookie') ?? '')?.[0] ?? ''
  const at = (path: string) => new URL(path, invitation).href
  const page = async (path: string) => (await fetch(at(path), { headers: { cookie } })).text()
  const day = /name="to" value="([\d-]+)"/.exec(await page(closes))?.[1] ?? ''
  await post(at(`${closes}/close`), { to: day, sure: 'yes' }, cookie)
  await until(async () => (await page(closes)).includes('signed, unchanged'))
  expect(readdirSync(closesAt)).to.deep.equal([`${day}.close`])
  await post(at(`${books}/backup`), {}, cookie)
  await until(async () => (await page(books)).includes('Rows checked'))
  expect(readdirSync(backupsAt).join()).to.match(/^sente-[\dT-]+Z\.db$/)
}
