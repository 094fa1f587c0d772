import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { afterwards } from '../../../fixtures/endings.ts'
import { pay } from '../../../fixtures/greeting.ts'
import { type DebianServer, openDebianServer } from '../../../fixtures/postgres/debianServer.ts'
import { type OwnServer, openOwnServer } from '../../../fixtures/postgres/postgres.ts'
import { type Gateway, type Merchant, openProcesses, type Processes } from '../../../fixtures/processes.ts'
import { rule } from '../../../rule.ts'
import { textOf } from '../../../sourceTree.ts'

/** The lines of the page that copy the books. */
const copying = /^```bash\n(pg_dump --format.*?)^```$/ms.exec(textOf('docs/scaling/major-upgrade.md'))?.[1] ?? ''

describe('115 PostgreSQL: the program on books that were moved to another server', () => {
  let processes: Processes
  let old: DebianServer
  let young: OwnServer
  let onOld: Record<string, string>
  let onYoung: Record<string, string>
  let merchant: Merchant
  beforeEach(async () => {
    processes = openProcesses()
    old = await openDebianServer()
    young = await openOwnServer()
    afterwards(young.close)
    const SENTE_STATE_DIR = join(processes.folder, 'state')
    mkdirSync(SENTE_STATE_DIR)
    onOld = { ...(await processes.startNetworks()), DATABASE_URL: `postgres:${old.path}`, SENTE_STATE_DIR }
    onYoung = { ...onOld, DATABASE_URL: `postgres:${young.path}` }
    const node = await serve(onOld)
    merchant = await processes.openAccount(onOld)
    expect(await paid(node, 'before')).to.equal('201')
    await stop(node)
    await old.run(`OLD_URL='${onOld.DATABASE_URL}' NEW_URL='${onYoung.DATABASE_URL}'\n${copying}`)
  })

  async function serve(env: Record<string, string>): Promise<Gateway> {
    const node = processes.serve(env)
    await node.url
    return node
  }

  async function stop({ child, ended }: Gateway) {
    child.kill('SIGTERM')
    expect(await ended).to.equal(0)
  }

  async function paid(node: Gateway, reference: string): Promise<string> {
    const { status, headers } = await pay(node, merchant, { reference })
    return [status, headers.get('error-code')].filter(Boolean).join(' ')
  }

  /** The messages of a server that does not start. */
  async function refusal(env: Record<string, string>): Promise<string> {
    const { ended, stdout, stderr } = processes.serve(env)
    expect(await ended).to.equal(1)
    return stdout() + stderr()
  }

  async function sente(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await processes.sente(args, onYoung)
    expect(code, stderr).to.equal(0)
    return stdout
  }

  rule(
    '115.50',
    'a server starts on a restored dump only after `sente database moved`, and then no longer on the old database',
    async () => {
      expect(await refusal(onYoung)).to.include('if they were moved, run `sente database moved --from OLD_URL')
      const moved = ['database', 'moved', '--from', onOld.DATABASE_URL ?? '', '--because', 'PostgreSQL 18']
      expect(await sente(...moved)).to.match(
        /^The books of .* \(PostgreSQL 15\) are now served from .* \(PostgreSQL 18\), and the old database is closed$/m,
      )
      const node = await serve(onYoung)
      expect([await paid(node, 'before'), await paid(node, 'after')]).to.deep.equal(['409 duplicate_reference', '201'])
      expect(await refusal(onOld)).to.match(
        /were moved to .* \(PostgreSQL 18\) at .*: set DATABASE_URL to that database/,
      )
      expect(JSON.parse(await sente('audit', '--all', '--json'))).to.include({ ok: true })
    },
  )

  rule(
    '115.51',
    'a server whose old database is off starts after `sente database moved --old-is-off`, and pays after the quarantine',
    async () => {
      await old.stop()
      expect(await refusal(onYoung)).to.include('if they were moved, run `sente database moved --from OLD_URL')
      const moved = ['database', 'moved', '--old-is-off', '--because', 'the old machine is lost']
      expect(await sente(...moved)).to.include('and are quarantined')
      const node = await serve(onYoung)
      expect(await paid(node, 'after')).to.equal('503 quarantined')
      await sente('quarantine', 'end', '--because', 'compared with both networks')
      expect([await paid(node, 'before'), await paid(node, 'after')]).to.deep.equal(['409 duplicate_reference', '201'])
    },
  )
})
