import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { dayOf } from '../../../../adapters/formats/moment.ts'
import { calendar } from '../../../../core/sente.ts'
import { configurationOf, handOver, simulatedFor, withoutRoot } from '../../../fixtures/livePage.ts'
import { openProcesses, type Processes, program } from '../../../fixtures/processes.ts'
import { rule } from '../../../rule.ts'
import { textOf } from '../../../sourceTree.ts'
import { needStrace } from '../../../sqlite/powerLoss/traced/strace.ts'
import { shownConfiguration } from './ops.ts'
import { commandsOf, refusedCalls } from './units.ts'

describe('122 Running as a service: the commands of the units', () => {
  const networks = openProcesses()
  let simulated: Awaited<ReturnType<typeof simulatedFor>>
  let place: Processes
  let env: Record<string, string>
  before(async () => {
    simulated = await simulatedFor(networks)
  })
  beforeEach(() => {
    place = openProcesses()
    chmodSync(place.folder, 0o755)
    env = installed()
  })
  after(() => networks.close())

  const here = (text: string) => text.replaceAll(/\/(opt|etc|var\/lib)(?=\/sente)/g, `${place.folder}/$1`)

  /**
   * Makes the machine's folders with the example of the environment, filled in; returns the environment as systemd
   * reads it.
   */
  function installed(): Record<string, string> {
    const { values, networks } = simulated
    for (const folder of ['opt/sente/node_modules/.bin', 'etc/sente/secrets', 'var/lib/sente', 'var/lib/sente-backups'])
      mkdirSync(join(place.folder, folder), { recursive: true })
    const command = here('/opt/sente/node_modules/.bin/sente')
    writeFileSync(command, `#!/bin/sh\nexec node ${program} "$@"\n`, { mode: 0o755 })
    writeFileSync(here('/etc/sente/live.json'), configurationOf(shownConfiguration(), networks))
    const lines = [...here(textOf('ops/sente.env.example')).matchAll(/^([A-Z]\w+)=(.*)$/gm)]
    for (const [, name = '', value = ''] of lines.filter(([, name = '']) => name.endsWith('_FILE'))) {
      const secret = values[name.slice(0, -'_FILE'.length)] ?? `a secret for tests: ${name}`
      writeFileSync(value, `${secret}\n`, { mode: 0o400 })
    }
    for (const folder of ['etc', 'var']) handOver(join(place.folder, folder))
    return { ...Object.fromEntries(lines.map(([, name, value]) => [name, value])), PORT: '0' }
  }

  rule('122.5', 'a gateway starts, answers and stops with only the system calls that its unit allows', async () => {
    needStrace()
    const refused = refusedCalls('sente.service')
      .map((call) => `?${call}`)
      .join()
    const filter = ['-e', `trace=${refused}`, '-e', `inject=${refused}:error=EPERM`]
    const [command = ''] = commandsOf('sente.service').map(here)
    const gateway = place.serve(env, [
      ...withoutRoot(),
      'strace',
      '-f',
      '--seccomp-bpf',
      '-o',
      '/dev/null',
      ...filter,
      ...command.split(' '),
    ])
    expect((await fetch(`${await gateway.url}/readyz`)).status).to.equal(200)
    process.kill(-(gateway.child.pid ?? 0), 'SIGTERM')
    expect(await gateway.ended, gateway.stderr()).to.equal(0)
  })

  rule('122.6', 'the units with timers copy the database and close days, whether it is served or not', {
    'the copies of two days are kept, and one of each midnight': async () => {
      const folder = here('/var/lib/sente-backups')
      const gateway = place.serve(env, [...withoutRoot(), ...serving()])
      await gateway.url
      for (const [name, hours] of Object.entries({ T0000: 400, T0100: 400, T0200: 49, T0300: 47 })) {
        const path = join(folder, `live-20260101${name}.db`)
        writeFileSync(path, '')
        utimesSync(path, new Date(), new Date(Date.now() - hours * 3_600_000))
      }
      handOver(folder)
      for (const command of commandsOf('sente-backup.service').map(here)) {
        const [file = '', ...args] = [...withoutRoot(), 'sh', '-c', command]
        const { status, stderr } = spawnSync(file, args, { env: { ...place.environment, ...env }, encoding: 'utf8' })
        expect(status, stderr).to.equal(0)
      }
      const left = readdirSync(folder).sort()
      expect(left.slice(0, 2)).to.deep.equal(['live-20260101T0000.db', 'live-20260101T0300.db'])
      expect(left.slice(2).map((name) => name.replaceAll(/\d/g, '0'))).to.deep.equal(['live-00000000T0000.db'])
    },
    'yesterday is closed once, in a folder that only its user can read': async () => {
      const key = here('/etc/sente/secrets/SENTE_CASE_KEY')
      writeFileSync(key, generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }), {
        mode: 0o600,
      })
      mkdirSync(here('/var/lib/sente-closes'), { mode: 0o700 })
      for (const folder of ['etc', 'var']) handOver(join(place.folder, folder))
      const run = (command: string) => {
        const [file = '', ...args] = [...withoutRoot(), 'sh', '-c', command]
        const variables = { ...place.environment, ...env, SENTE_CASE_KEY_FILE: key }
        return spawnSync(file, args, { env: variables, encoding: 'utf8' })
      }
      const [close = '', ...more] = commandsOf('sente-close.service').map(here)
      expect(more).to.deep.equal([])
      const made = [here('/opt/sente/node_modules/.bin/sente migrate'), close].map(run)
      expect(made.map(({ status, stderr }) => `${status}${stderr}`)).to.deep.equal(['0', '0'])
      const yesterday = dayOf(Date.now() - 24 * 3_600_000, calendar({ timeZone: 'Africa/Kampala' }))
      const again = run(close)
      expect([again.status, again.stdout]).to.deep.equal([
        0,
        made[1]?.stdout.replace(/^Day +\S+/, `$& was closed before: its close stands`),
      ])
      expect(readdirSync(here('/var/lib/sente-closes'))).to.deep.equal([`${yesterday}.close`])
      expect(statSync(here(`/var/lib/sente-closes/${yesterday}.close`)).mode & 0o777).to.equal(0o600)
    },
  })

  const serving = () => commandsOf('sente.service').flatMap((command) => here(command).split(' '))
})
