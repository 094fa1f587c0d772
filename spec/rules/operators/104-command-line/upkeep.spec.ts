import { expect } from 'chai'
import type { CliDeps, Simulation } from '../../../../adapters/cli/cli.ts'
import type { Finding } from '../../../../core/sente.ts'
import { rule } from '../../../rule.ts'
import { openCommandLine } from './commandLine.ts'

describe('104 The command line: upkeep', () => {
  rule('104.50', 'migrate brings the database up to date and prints the version before and after', {
    'an older one, as JSON': async () => {
      const { json, seen } = await openCommandLine(migrating({ from: 1, to: 3 }))
      expect(await json('migrate')).to.deep.equal({ code: 0, json: { from: 1, to: 3, path: './sente.db' } })
      expect(seen.opened).to.equal(0)
    },
    'an older one': () => migrates({ from: 1, to: 3 }, './sente.db was brought from schema version 1 to 3\n'),
    'an empty one': () => migrates({ from: 0, to: 3 }, './sente.db was empty and has schema version 3 now\n'),
    'an up-to-date one': () =>
      migrates({ from: 3, to: 3 }, './sente.db is up to date, with schema version 3: there was nothing to do\n'),
    async 'an unusable one'() {
      const { json } = await openCommandLine({ migrate: () => Promise.reject(new Error('of another program')) })
      const error = { code: 'failed', message: 'of another program' }
      expect(await json('migrate')).to.deep.equal({ code: 1, json: { error } })
    },
  })

  rule(
    '104.51',
    'doctor prints a line for each check: its finding, how to fix an error, and the page about it; after an error the exit code is 1',
    {
      async 'all well, as JSON'() {
        const { json, seen } = await openCommandLine({ doctor: async () => [settings] })
        expect(await json('doctor')).to.deep.equal({ code: 0, json: { ok: true, findings: [settings] } })
        expect(seen.opened).to.equal(0)
      },
      async 'not all well, as JSON'() {
        const { json } = await openCommandLine({ doctor: async () => [settings, database] })
        expect(await json('doctor')).to.deep.equal({ code: 1, json: { ok: false, findings: [settings, database] } })
      },
      async 'all well'() {
        const { sente } = await openCommandLine({ doctor: async () => [settings] })
        const out = 'ok   settings  sandbox\n\nChecks: 1, failed: 0\n'
        expect(await sente('doctor')).to.deep.equal({ code: 0, out, err: '' })
      },
      async 'not all well'() {
        const { sente } = await openCommandLine({ doctor: async () => [database, settings] })
        const out = [
          'bad  database  ./sente.db has version 1 and this sente needs 3; fix: run sente migrate (docs/b.md#c)',
          'ok   settings  sandbox',
          '',
          'Checks: 2, failed: 1',
          '',
        ].join('\n')
        expect(await sente('doctor')).to.deep.equal({ code: 1, out, err: '' })
      },
      async 'all well, with a warning'() {
        const warning: Finding = {
          check: 'database servers',
          ok: true,
          found: 'db1 waits for no standby',
          fix: 'add one',
          runbook: 'docs/a.md',
        }
        const { sente } = await openCommandLine({ doctor: async () => [settings, warning] })
        const out = [
          'ok   settings          sandbox',
          'see  database servers  db1 waits for no standby; fix: add one (docs/a.md)',
          '',
          'Checks: 2, failed: 0, warning: 1',
          '',
        ].join('\n')
        expect(await sente('doctor')).to.deep.equal({ code: 0, out, err: '' })
      },
    },
  )

  rule('104.52', 'simulator runs the networks with the given options, opens no store and ends with its exit code', {
    'with nothing': () => simulates([], {}),
    'with a port': () => simulates(['--port', '4000'], { port: 4000 }),
    'on a free port': () => simulates(['--port', '0'], { port: 0 }),
    'with everything': () =>
      simulates(['--port', '65535', '--data', 'n.jsonl', '--config-out', 'c.json'], {
        port: 65_535,
        dataFile: 'n.jsonl',
        configOut: 'c.json',
      }),
    async 'that cannot start'() {
      const { sente } = await openCommandLine({ simulator: () => Promise.reject(new Error('port 4000 is taken')) })
      expect(await sente('simulator', '--port', '4000')).to.deep.equal({
        code: 1,
        out: '',
        err: 'port 4000 is taken\n',
      })
    },
  })

  rule('104.53', 'errors are coloured when the terminal shows colours', async () => {
    const { sente } = await openCommandLine({ colours: true, doctor: async () => [settings, database] })
    const { out } = await sente('doctor')
    expect(out).to.include('\u001b[32mok \u001b[39m  settings  sandbox\n\u001b[31mbad\u001b[39m  database')
    expect((await sente('audit')).out).to.equal('The books \u001b[32magree\u001b[39m; rows checked: 7\n')
  })
})

const settings: Finding = { check: 'settings', ok: true, found: 'sandbox' }
const database: Finding = {
  check: 'database',
  ok: false,
  found: './sente.db has version 1\nand this sente needs 3',
  fix: 'run sente migrate',
  runbook: 'docs/b.md#c',
}

function migrating(versions: { from: number; to: number }): Pick<CliDeps, 'migrate'> {
  return { migrate: async () => ({ ...versions, path: './sente.db' }) }
}

async function migrates(versions: { from: number; to: number }, out: string) {
  const { sente } = await openCommandLine(migrating(versions))
  expect(await sente('migrate')).to.deep.equal({ code: 0, out, err: '' })
}

async function simulates(options: string[], expected: Simulation) {
  const given: Simulation[] = []
  const { sente, seen } = await openCommandLine({
    async simulator(simulation) {
      given.push(simulation)
      return 7
    },
  })
  expect(await sente('simulator', ...options)).to.deep.equal({ code: 7, out: '', err: '' })
  expect([given, seen.opened]).to.deep.equal([[expected], 0])
}
