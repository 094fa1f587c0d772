import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect } from 'chai'
import { freePort } from '../../../fixtures/freePort.ts'
import { pay } from '../../../fixtures/greeting.ts'
import { assertInstalled, postgresPrograms } from '../../../fixtures/patroni/tools.ts'
import { type Gateway, type Merchant, openProcesses, type Processes, program } from '../../../fixtures/processes.ts'
import { oneOf } from '../../../night.ts'
import { rule } from '../../../rule.ts'
import { textOf } from '../../../sourceTree.ts'

/** The lines of the page below a comment. */
function linesOf(title: string): string {
  const found = new RegExp(`^\`\`\`(?:bash|sh)\\n# ${title}\\n(.*?)^\`\`\`$`, 'ms').exec(
    textOf('docs/scaling/restoring.md'),
  )
  if (!found?.[1]) throw new Error(`the page has no lines ${title}`)
  return found[1]
}

/** A primary with files of its own, and the page's names of things. */
async function openPrimary() {
  const folder = mkdtempSync(join(tmpdir(), 'sente-restoring-'))
  chmodSync(folder, 0o777)
  const [port, secondPort] = [await freePort(), await freePort()]
  const names = { DATA: join(folder, 'data'), STANDBY: join(folder, 'standby'), BACKUP: join(folder, 'backup') }
  const reached = (at: number) => `host=127.0.0.1 port=${at} user=postgres dbname=postgres`
  const env = { ...names, PRIMARY: reached(port), SECOND: reached(secondPort) }
  /** Runs lines as PostgreSQL's own user. */
  const run = (lines: string, more: Record<string, string> = {}) => {
    const shell = ['bash', '--norc', '-euc', lines]
    const [file = '', ...args] = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--', ...shell] : shell
    const PATH = `${postgresPrograms}:${process.env.PATH}`
    return execFileSync(file, args, {
      cwd: folder,
      env: { PATH, ...env, ...more },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }
  const started = (data: string, at: number, flags = '') =>
    `pg_ctl --pgdata ${data} --log ${data}.log --wait --options "-p ${at} -k '' ${flags}" start`
  run(`initdb --pgdata "$DATA" --auth trust --username postgres
    echo "port = ${port}" >> "$DATA/postgresql.conf"
    echo "unix_socket_directories = ''" >> "$DATA/postgresql.conf"
    ${started('$DATA', port)}`)
  return {
    run,
    secondPort,
    startStandby: () => run(started('$STANDBY', secondPort)),
    makeStandby: () =>
      run(`pg_basebackup --dbname "$PRIMARY" --pgdata "$STANDBY" --checkpoint fast --write-recovery-conf`),
    url: `postgres://postgres@127.0.0.1:${port},127.0.0.1:${secondPort}/postgres`,
    close() {
      for (const data of ['$DATA', '$STANDBY']) run(`pg_ctl --pgdata "${data}" --mode immediate stop || true`)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

describe('118 A database that goes back: the page about it', () => {
  let processes: Processes
  let primary: Awaited<ReturnType<typeof openPrimary>>
  let env: Record<string, string>
  let merchant: Merchant
  let node: Gateway
  before(() => assertInstalled())
  beforeEach(async () => {
    processes = openProcesses()
    primary = await openPrimary()
    const SENTE_STATE_DIR = join(processes.folder, 'state')
    mkdirSync(SENTE_STATE_DIR)
    env = { ...(await processes.startNetworks()), DATABASE_URL: primary.url, SENTE_STATE_DIR }
    expect((await processes.sente(['migrate'], env)).code).to.equal(0)
    await start()
    merchant = await processes.openAccount(env)
    expect(await paid('kept')).to.equal('201')
  })
  afterEach(async () => {
    await processes.close()
    primary.close()
  })

  async function start() {
    node = processes.serve(env)
    await node.url
  }

  async function stop() {
    node.child.kill('SIGTERM')
    await node.ended
  }

  /** Pays like a merchant, and repeats a request that broke, or that a busy machine was not ready for. */
  async function paid(reference: string, triesLeft = 9): Promise<string> {
    const payout = { reference, network: 'AIRTEL', phone_number: '256750000001' }
    const { status, headers } = await pay(node, merchant, payout)
    const code = headers.get('error-code')
    if (triesLeft > 0 && (code === 'internal_error' || code === 'not_ready')) {
      await setTimeout(Number(headers.get('retry-after')) * 1_000)
      return paid(reference, triesLeft - 1)
    }
    return [status, code].filter(Boolean).join(' ')
  }

  /** The page's lines for the operator of sente. */
  const operate = (title: string) => {
    const shell = `sente() { "${process.execPath}" "${program}" "$@"; }\n${linesOf(title).replaceAll('node_modules/.bin/', '')}`
    return execFileSync('bash', ['--norc', '-euc', shell], { env: { ...process.env, ...env }, encoding: 'utf8' })
  }

  /** The end of every restore that forgot something: nothing is paid until the books were compared. */
  async function isQuarantined(why: string) {
    expect([await paid('lost'), await paid('new')]).to.deep.equal(['503 quarantined', '503 quarantined'])
    expect(operate('The end')).to.contain(why)
    expect(await paid('new')).to.equal('201')
    expect(await paid('kept')).to.equal('409 duplicate_reference')
  }

  rule(
    '118.3',
    'the lines of the page about restoring replace the database by a copy, and no node makes payments on it',
    oneOf({
      'with a node’s file': async () => {
        primary.run(linesOf('A copy'))
        expect(await paid('lost')).to.equal('201')
        await stop()
        primary.run(linesOf('The copy in its place'))
        await start()
        await isQuarantined('the database is behind its high-water mark')
      },
      'without any': async () => {
        primary.run(linesOf('A copy'))
        expect(await paid('lost')).to.equal('201')
        await stop()
        rmSync(env.SENTE_STATE_DIR ?? '', { recursive: true })
        primary.run(linesOf('The copy in its place'))
        operate("Without any node's file")
        await start()
        await isQuarantined('no node has its mark')
      },
    }),
  )

  rule(
    '118.4',
    'the lines of the page promote a standby by hand: one that lagged is quarantined, and one that did not serves',
    oneOf({
      'one that lagged': async () => {
        primary.makeStandby()
        expect(await paid('lost')).to.equal('201')
        await stop()
        primary.run('pg_ctl --pgdata "$DATA" --mode immediate stop')
        primary.startStandby()
        primary.run(linesOf('The position of a standby'))
        primary.run(linesOf('The promotion'))
        await start()
        await isQuarantined('the database is behind its high-water mark')
      },
      'a synchronous one': async () => {
        primary.makeStandby()
        primary.startStandby()
        primary.run(`psql --dbname "$PRIMARY" --command "ALTER SYSTEM SET synchronous_standby_names = '*'"
        psql --dbname "$PRIMARY" --command "SELECT pg_reload_conf()"`)
        while (!primary.run(linesOf('Standbys')).includes('walreceiver|sync'))
          expect(await paid('kept')).to.contain('409')
        expect(await paid('before')).to.equal('201')
        await stop()
        primary.run(linesOf('The promotion'))
        await start()
        expect([await paid('before'), await paid('new')]).to.deep.equal(['409 duplicate_reference', '201'])
      },
    }),
  )
})
