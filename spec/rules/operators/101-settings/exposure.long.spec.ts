import { chmodSync, mkdirSync, readFileSync, realpathSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { keepSandboxSecrets } from '../../../../composition/sandbox/secrets.ts'
import { type Here, openHere, type Running } from '../../../fixtures/inThisProcess.ts'
import { rule } from '../../../rule.ts'

type Finding = { check: string; ok: boolean; found: string; fix?: string }

const callbacks = { SENTE_CALLBACK_SECRET: 'a callback secret for tests, long' }

describe('101 Settings: files that are open to others', () => {
  let here: Here
  beforeEach(() => {
    here = openHere()
  })

  async function stopped(gateway: Running): Promise<string> {
    await gateway.url
    await gateway.stop()
    return gateway.stdout()
  }

  async function examine(env: Record<string, string>): Promise<Finding[]> {
    return JSON.parse((await here.sente(['doctor', '--json'], env)).stdout).findings
  }

  const modeOf = (path: string) => statSync(path).mode & 0o777

  rule(
    '101.21',
    'the start warns of a database that others can read, and the doctor finds it, with the command that fixes it',
    async () => {
      const live = await here.startNetworks()
      const path = join(realpathSync(here.folder), 'live.db')
      expect(await stopped(here.serve(live))).not.to.include('open to others')
      chmodSync(path, 0o644)
      const warning = { found: `others may read or change ${path}`, fix: `chmod 600 ${path}` }
      expect((await examine(live)).find(({ check }) => check === 'database')).to.deep.equal({
        ...{ check: 'database', ok: false, runbook: 'docs/operating/database.md#the-files' },
        ...warning,
      })
      const [line] = (await stopped(here.serve(live))).split('\n').filter((text) => text.includes('open to others'))
      expect(JSON.parse(line ?? '{}')).to.include({ level: 40, msg: 'open to others' })
      expect(line).to.include(path)
    },
  )

  rule('101.22', 'the same is true of a folder where anybody can put another database', async () => {
    const live = await here.startNetworks()
    const folder = join(realpathSync(here.folder), 'open')
    mkdirSync(folder)
    chmodSync(folder, 0o777)
    const env = { ...live, DATABASE_URL: `sqlite:${join(folder, 'live.db')}` }
    expect(await stopped(here.serve(env))).to.include(`chmod o-w ${folder}`)
    expect((await examine(env)).find(({ ok }) => !ok)?.fix).to.equal(`chmod o-w ${folder}`)
    chmodSync(folder, 0o1777)
    expect((await examine(env)).filter(({ ok }) => !ok)).to.deep.equal([])
  })

  rule(
    '101.23',
    'the start warns of a public address without TLS, unless it is one of this machine, and the doctor finds it',
    async () => {
      const live = { ...(await here.startNetworks()), ...callbacks, SENTE_PUBLIC_URL: 'http://pay.example.com' }
      expect(await stopped(here.serve(live))).to.include('SENTE_PUBLIC_URL is http://pay.example.com, without TLS')
      const { ok, found } = (await examine(live)).find(({ check }) => check === 'public address') ?? {}
      expect({ ok, found: found?.slice(0, 50) }).to.deep.equal({
        ok: false,
        found: 'SENTE_PUBLIC_URL is http://pay.example.com, without TLS'.slice(0, 50),
      })
      const local = { ...live, SENTE_PUBLIC_URL: 'http://127.0.0.1:1' }
      expect(await stopped(here.serve(local))).not.to.include('open to others')
    },
  )

  rule(
    '101.24',
    'a public address that leads nowhere is reported as not yet reachable while no server runs',
    async () => {
      const live = { ...(await here.startNetworks()), ...callbacks, SENTE_PUBLIC_URL: 'http://127.0.0.1:1' }
      const found = async () => (await examine(live)).find(({ check }) => check === 'public address')
      expect(await found()).to.include({ ok: true })
      expect((await found())?.found).to.include('not yet reachable, since no server runs')
      const gateway = here.serve(live)
      await gateway.url
      expect(await found()).to.include({ ok: false })
      await stopped(gateway)
      expect(await found()).to.include({ ok: true })
    },
  )

  rule(
    '101.25',
    'the start warns of a configuration that anybody can change, since it says where credentials are sent, and the doctor finds it',
    async () => {
      const live = await here.startNetworks()
      const path = live.SENTE_CONFIG ?? ''
      expect(await stopped(here.serve(live))).not.to.include('open to others')
      chmodSync(path, 0o666)
      expect(await stopped(here.serve(live))).to.include(`chmod o-w ${path}`)
      const { ok, fix } = (await examine(live)).find(({ check }) => check === 'configuration') ?? {}
      expect({ ok, fix }).to.deep.equal({ ok: false, fix: `chmod o-w ${path}` })
    },
  )

  rule('101.26', 'secrets are written to a file of their own, even if something else is in its place', {
    'the sandbox’s secrets': () => {
      const victim = join(here.folder, 'victim')
      writeFileSync(victim, 'theirs', { mode: 0o644 })
      const database = join(here.folder, 'sandbox.db')
      const path = `${database}-secrets.json`
      for (const link of [path, `${path}.new`]) symlinkSync(victim, link)
      keepSandboxSecrets(database, { pinKey: 'p', callbackSecret: 'c', webhookKey: 'w' })
      expect(readFileSync(victim, 'utf8')).to.equal('theirs')
      expect(modeOf(path)).to.equal(0o600)
      expect(JSON.parse(readFileSync(path, 'utf8'))).to.deep.equal({
        pinKey: 'p',
        callbackSecret: 'c',
        webhookKey: 'w',
      })
      chmodSync(path, 0o666)
      keepSandboxSecrets(database, { pinKey: 'q', callbackSecret: 'c', webhookKey: 'w' })
      expect(modeOf(path)).to.equal(0o600)
    },
    'the simulator’s credentials': async () => {
      const victim = join(here.folder, 'victim')
      writeFileSync(victim, 'theirs', { mode: 0o644 })
      for (const name of ['live.json', 'live.json.env']) symlinkSync(victim, join(here.folder, name))
      const live = await here.startNetworks()
      expect(readFileSync(victim, 'utf8')).to.equal('theirs')
      expect(modeOf(`${live.SENTE_CONFIG}.env`)).to.equal(0o600)
    },
    'the simulated networks’ memory': async () => {
      const file = join(here.folder, 'networks.jsonl')
      writeFileSync(file, '', { mode: 0o644 })
      await here.startNetworks(['--data', file])
      expect(modeOf(file)).to.equal(0o600)
      const link = join(here.folder, 'link.jsonl')
      symlinkSync(file, link)
      const { code, stderr } = await here.sente(['simulator', '--data', link])
      expect(code).to.equal(1)
      expect(stderr).to.include('ELOOP')
    },
  })
})
