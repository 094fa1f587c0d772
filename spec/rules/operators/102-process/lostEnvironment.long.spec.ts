import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { greetingOf } from '../../../fixtures/greeting.ts'
import { openHere } from '../../../fixtures/inThisProcess.ts'
import { openProcesses, type Processes, program } from '../../../fixtures/processes.ts'
import { oneOf } from '../../../night.ts'
import { rule } from '../../../rule.ts'

describe('102 The process: a lost environment', () => {
  let processes: Processes
  beforeEach(() => {
    processes = openProcesses()
  })
  const commands = { audit: ['audit'], migrate: ['migrate'], backup: ['backup', 'copy.db'] }

  const sandboxUrl = () => processes.environment.DATABASE_URL

  rule('102.23', 'without a configuration serve starts nothing, makes no file, and gives advice', async () => {
    const missing =
      'SENTE_CONFIG is missing: it names the configuration of a live gateway; for simulated networks run `sente sandbox`'
    const serving = processes.serve({}, ['node', program, 'serve'])
    expect(await Promise.race([serving.ended, serving.url])).to.equal(1)
    expect({ out: serving.stdout(), err: serving.stderr() }).to.deep.equal({ out: '', err: `${missing}\n` })
    const { stdout } = await processes.sente(['serve', '--json'])
    expect(JSON.parse(stdout)).to.deep.equal({ error: { code: 'failed', message: missing } })
    expect(readdirSync(processes.folder)).to.deep.equal([])
  })

  rule('102.24', 'without a configuration a command first names the sandbox that it works on', async () => {
    const sandbox = processes.serve()
    const { accountId } = await greetingOf(sandbox)
    const said = `SENTE_CONFIG is not set: this is about the sandbox in ${sandboxUrl()}\n`
    const copy = join(processes.folder, 'copy.db')
    const shown = { show: ['account', 'show', accountId], audit: ['audit'], migrate: ['migrate'] }
    for (const args of [...Object.values(oneOf(shown)), ['backup', copy]]) {
      const { code, stdout, stderr } = await processes.sente([...args, '--json'])
      expect({ code, stderr }, args.join(' ')).to.deep.equal({ code: 0, stderr: said })
      expect(JSON.parse(stdout)).not.to.have.property('error')
    }
    sandbox.child.kill('SIGTERM')
    await sandbox.ended
    expect(await processes.sente(['restore', copy])).to.include({ code: 0, stderr: said })
  })

  rule('102.25', 'without a configuration a command needs the database of a sandbox', {
    'there is none, and none is made': async () => {
      const create = ['account', 'create', '--name', 'Duka']
      for (const args of Object.values(oneOf({ create, ...commands }))) {
        const { code, stdout, stderr } = await processes.sente(args)
        expect({ code, stdout }, args.join(' ')).to.deep.equal({ code: 1, stdout: '' })
        expect(stderr).to.match(/^SENTE_CONFIG is not set: .*\nthere is no database at .*sandbox\.db; start the /)
      }
      expect(existsSync(join(processes.folder, 'data'))).to.equal(false)
    },
    'it belongs to a live gateway': async () => {
      const here = openHere(processes)
      const { SENTE_CONFIG: _lost, ...live } = { ...(await here.startNetworks()) }
      await here.close()
      await here.sente(['migrate'], { ...live, SENTE_CONFIG: _lost ?? '' })
      const { DATABASE_URL: url = '' } = live
      for (const args of Object.values(oneOf({ list: ['account', 'list'], ...commands }))) {
        const { code, stdout, stderr } = await processes.sente(args, live)
        expect({ code, stdout }, args.join(' ')).to.deep.equal({ code: 1, stdout: '' })
        expect(stderr).to.equal(
          `SENTE_CONFIG is not set: this is about the sandbox in ${url}\n` +
            `${url.replace('sqlite:', '')} is a live database and is not opened as sandbox: use another file, or the settings of its own gateway\n`,
        )
      }
      const stderr = 'SENTE_CONFIG is set, but a sandbox has no configuration: to go live run `sente serve`\n'
      expect(await processes.sente(['sandbox'], { ...live, SENTE_CONFIG: _lost ?? '' })).to.include({ code: 1, stderr })
    },
  })
})
