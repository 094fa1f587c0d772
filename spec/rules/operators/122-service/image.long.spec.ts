import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { freePort } from '../../../fixtures/freePort.ts'
import { configurationOf, handOver, simulatedFor, withoutRoot } from '../../../fixtures/livePage.ts'
import { openProcesses, type Processes } from '../../../fixtures/processes.ts'
import { rule } from '../../../rule.ts'
import { projectFolder, textOf } from '../../../sourceTree.ts'
import { buildWithoutDocker, type Image } from './dockerfile.ts'
import { composeIn, shownConfiguration } from './ops.ts'

describe('122 Running as a service: the image', () => {
  let place: Processes
  let image: Image
  before(async () => {
    place = openProcesses()
    chmodSync(place.folder, 0o755)
    image = buildWithoutDocker(textOf('ops/Dockerfile'), {
      folder: join(place.folder, 'images'),
      context: join(projectFolder, 'dist-packages'),
    })
    for (const folder of ['sente', 'sente-backups']) handOver(join(image.root, 'var/lib', folder))
  })
  const here = (text: string) => text.replaceAll(/\/(etc|run|var\/lib)(?=\/)/g, `${image.root}/$1`)

  /** The environment that compose.yml gives the container, with each secret in its file. */
  async function environment(): Promise<Record<string, string>> {
    const { values, networks } = await simulatedFor(place)
    const { environment = {}, secrets = [] } = composeIn('ops/compose.yml').services.sente ?? {}
    for (const folder of ['etc/sente', 'run/secrets']) mkdirSync(join(image.root, folder), { recursive: true })
    writeFileSync(here('/etc/sente/live.json'), configurationOf(shownConfiguration(), networks))
    for (const name of secrets)
      writeFileSync(here(`/run/secrets/${name}`), values[name] ?? `a secret for tests: ${name}`, { mode: 0o400 })
    handOver(join(image.root, 'run/secrets'))
    const given = Object.entries({ ...image.environment, ...environment })
    return {
      ...Object.fromEntries(given.map(([name, value]) => [name, name.endsWith('URL') ? value : here(value)])),
      PATH: `${join(image.root, 'usr/local/bin')}:${process.env.PATH}`,
      PORT: String(await freePort()),
      DATABASE_URL: here(environment.DATABASE_URL ?? ''),
    }
  }

  rule(
    '122.7',
    'the steps of the `Dockerfile`, in empty folders, make a gateway that runs with compose’s settings, as a user who can write only its volumes',
    async () => {
      const env = await environment()
      expect([image.user, image.workdir]).to.deep.equal(['node', '/var/lib/sente'])
      const inContainer = (command: readonly string[]) => [
        ...withoutRoot(),
        ...['sh', '-c', 'cd "$0" && exec "$@"', here(`${image.workdir}/`), ...command],
      ]
      const gateway = place.serve(env, inContainer([...image.entrypoint, ...image.command]))
      expect((await fetch(`http://127.0.0.1:${new URL(await gateway.url).port}/readyz`)).status).to.equal(200)
      const run = (command: readonly string[]) => {
        const [file = '', ...args] = inContainer(command)
        return spawnSync(file, args, { env, encoding: 'utf8' })
      }
      expect(run(image.healthCheck).status).to.equal(0)
      const writable = run(['find', image.root, '-writable', '-not', '-type', 'l']).stdout.trim().split('\n')
      const places = ['/var/lib/sente', '/var/lib/sente-backups', '/run/secrets'].map(here)
      expect(writable.filter((path) => !places.some((place) => path.startsWith(place)))).to.deep.equal([])
      const { status, stderr } = run(['sente', 'backup', here('/var/lib/sente-backups/first.db')])
      expect(status, stderr).to.equal(0)
      expect(readdirSync(join(image.root, 'var/lib/sente-backups'))).to.deep.equal(['first.db'])
      process.kill(-(gateway.child.pid ?? 0), 'SIGTERM')
      expect(await gateway.ended, gateway.stderr()).to.equal(0)
      expect(run(image.healthCheck).status).to.equal(1)
    },
  )
})
