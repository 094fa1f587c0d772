import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { type Here, openHere } from '../../../fixtures/inThisProcess.ts'
import { makeSchema } from '../../../fixtures/postgres/postgres.ts'
import { type Gateway, openProcesses, type Processes } from '../../../fixtures/processes.ts'
import { rule } from '../../../rule.ts'
import { projectFolder, textOf } from '../../../sourceTree.ts'

describe('102 The process: log of a start', () => {
  let processes: Processes
  let here: Here
  beforeEach(() => {
    processes = openProcesses()
    here = openHere(processes)
  })

  rule(
    '102.26',
    'the version and the commit of the build are printed by --version and logged at the start',
    async () => {
      const { version } = JSON.parse(textOf('package.json'))
      const commit = readFileSync(join(projectFolder, 'dist', 'commit'), 'utf8').trim()
      expect(commit).to.match(/^[0-9a-f]{12}(-dirty)?$/)
      expect((await processes.sente(['--version'])).stdout).to.equal(`${version} (commit ${commit})\n`)
      const gateway = processes.serve()
      await gateway.url
      expect(lineOf(gateway, 'listening')).to.include({ version, commit })
    },
  )

  rule('102.27', 'a start says once that the last run was killed, and nothing after a clean stop', {
    'a sandbox': () => says({}),
    'live, on SQLite': async () => says(await here.startNetworks()),
    'live, on PostgreSQL': async () => {
      const schema = await makeSchema()
      try {
        await says({ ...(await here.startNetworks()), DATABASE_URL: `postgres:${schema.path}` })
      } finally {
        await here.close()
        await schema.drop()
      }
    },
  })

  rule('102.28', 'a run that could not start is not logged as killed by a later start', async () => {
    const { port } = new URL(await here.serve().url)
    const env = { DATABASE_URL: `sqlite:${join(processes.folder, 'other.db')}` }
    expect((await here.sente(['sandbox'], { ...env, PORT: port })).code).to.equal(1)
    expect(existsSync(join(processes.folder, 'other.db-running'))).to.equal(false)
  })

  /** Kills a run, a process of its own; starts another, stops that, and starts a third. */
  async function says(env: Record<string, string>) {
    const killed = processes.serve(env)
    await killed.url
    expect(lineOf(killed, 'the last run was killed')).to.equal(undefined)
    killed.child.kill('SIGKILL')
    await killed.ended
    const second = await started(env)
    expect(lineOf(second, 'the last run was killed')).to.include({ level: 40, pid: killed.child.pid })
    expect(second.stdout().split('the last run was killed')).to.have.length(2)
    expect(await second.stop()).to.equal(0)
    expect(lineOf(await started(env), 'the last run was killed')).to.equal(undefined)
  }

  async function started(env: Record<string, string>) {
    const gateway = here.serve(env)
    await gateway.url
    return gateway
  }
})

/** The first line of a log with this message. */
function lineOf({ stdout }: Pick<Gateway, 'stdout'>, message: string) {
  const lines = stdout().trim().split('\n')
  return lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === message)
}
