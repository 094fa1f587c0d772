import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect } from 'chai'
import { greetingOf, paste, pay } from '../../../fixtures/greeting.ts'
import { openProcesses, type Processes } from '../../../fixtures/processes.ts'
import { javaScriptOf } from '../../../fixtures/project.ts'
import { rule } from '../../../rule.ts'
import { projectFolder, textOf } from '../../../sourceTree.ts'

const toys = 'spec/rules/embedders/201-package/toys'

describe('201 The package: extensions', () => {
  let processes: Processes
  let source: string
  beforeEach(() => {
    processes = openProcesses()
    source = join(processes.folder, 'source')
    cpSync(join(projectFolder, 'dist'), source, { recursive: true, filter: (path) => !/\.(d\.ts|map)$/.test(path) })
    cpSync(join(projectFolder, 'package.json'), join(processes.folder, 'package.json'))
    symlinkSync(join(projectFolder, 'node_modules'), join(processes.folder, 'node_modules'))
  })
  /** Puts a toy adapter into a folder of its own, and one line into a registry, of the built program. */
  function add(toy: string, folder: string, registry: string, list: string) {
    const target = join(source, 'adapters', folder)
    mkdirSync(target, { recursive: true })
    const text = textOf(join(toys, `${toy}.ts`)).replaceAll('../../../../../', `${relative(target, source)}/`)
    writeFileSync(join(target, `${toy}.js`), javaScriptOf(text))
    const path = join(source, registry)
    const before = readFileSync(path, 'utf8')
    const after = `import { ${toy} } from '../../adapters/${folder}/${toy}.js'\n${before.replace(list, `${list}${toy}, `)}`
    expect(after, 'the registry has its list').to.have.length.above(before.length + toy.length * 2)
    writeFileSync(path, after)
  }

  const command = (...args: string[]) => ['node', join(source, 'composition', 'main.js'), ...args]

  async function run(env: Record<string, string>, ...args: string[]) {
    const ran = processes.serve(env, command(...args, '--json'))
    expect(await ran.ended, ran.stdout() + ran.stderr()).to.equal(0)
    return JSON.parse(ran.stdout())
  }

  /** The configuration of a node with the networks of a toy. */
  function liveEnv(DATABASE_URL: string) {
    const SENTE_CONFIG = join(processes.folder, 'live.json')
    const currencies = { UGX: { minimum: 1, maximum: 9, networks: { PEBBLE: { provider: 'pebbles' } } } }
    const providers = { pebbles: { api: 'pebble', base_url: 'https://pebble.example', colour: 'grey' } }
    writeFileSync(SENTE_CONFIG, JSON.stringify({ currencies, providers }))
    return { SENTE_CONFIG, SENTE_PIN_KEY: 'a PIN key for tests, long enough.', DATABASE_URL }
  }

  rule('201.5', 'a network is one folder and one line in the registry', async () => {
    add('pebbleApi', 'providers/pebble', 'adapters/providers/networkApis.js', 'networkApis = [')
    const env = liveEnv(`sqlite:${join(processes.folder, 'live.db')}`)
    await run(env, 'migrate')
    const merchant = ['--name', 'Duka', '--kyc', 'complete', '--activate', 'UGX', '--pin', '4071', '--fund', 'UGX=100']
    const { secret_key: secretKey, public_key: publicKey } = await run(env, 'account', 'create', ...merchant)
    const gateway = processes.serve(env, command('serve'))
    const answer = await pay(gateway, { secretKey, publicKey }, { amount: 5, network: 'PEBBLE' })
    expect(answer.status).to.equal(201)
    const { transactions } = await run(env, 'transaction', 'list')
    expect(transactions[0]).to.include({ network: 'PEBBLE', state: 'succeeded', provider_ref: 'grey-1' })
  })

  rule('201.6', 'a store is one folder and one line in the registry', async () => {
    add('slate', 'slate', 'composition/settings/storeKinds.js', 'storeKinds = [')
    const gateway = processes.serve({ DATABASE_URL: `slate:${join(processes.folder, 'slate')}` }, command('sandbox'))
    const { curl } = await greetingOf(gateway)
    expect([(await paste(curl)).status, (await paste(curl)).status]).to.deep.equal([201, 409])
    const refused = processes.serve({ DATABASE_URL: 'stone:x' }, command('sandbox'))
    expect(await refused.ended).to.equal(1)
    expect(refused.stderr()).to.include('DATABASE_URL is "stone:x", but must be slate:NAME, or sqlite:PATH')
  })

  /** The URL of a toy store for several nodes; files beside it would be in the temporary folder. */
  const board = (user: string) => `board://${join(processes.folder, user)}@wall`

  function addBoard() {
    add('pebbleApi', 'providers/pebble', 'adapters/providers/networkApis.js', 'networkApis = [')
    add('blackboard', 'blackboard', 'composition/settings/storeKinds.js', 'storeKinds = [')
  }

  rule('201.7', 'commands open a store for several nodes under each of its schemes', async () => {
    addBoard()
    const [path, url] = [board('sente').replace('board:', ''), board('sente:hunter2')]
    expect(await run(liveEnv(url), 'migrate')).to.deep.equal({ path, from: 0, to: 1 })
    expect((await run(liveEnv(`black${url}`), 'account', 'list')).accounts).to.deep.equal([])
  })

  rule('201.8', 'a sandbox refuses a store for several nodes', async () => {
    addBoard()
    for (const name of ['sandbox', 'migrate']) {
      const ran = processes.serve({ DATABASE_URL: board('sente:hunter2') }, command(name))
      expect(await ran.ended).to.equal(1)
      expect(ran.stdout() + ran.stderr()).to.equal(
        `DATABASE_URL is ${board('sente')}, which several nodes may serve, but a sandbox runs its networks in its own ` +
          'process: set SENTE_CONFIG as for its live gateway, or as sente simulator --config-out writes it\n',
      )
    }
    expect(readdirSync(processes.folder)).to.have.members(['node_modules', 'package.json', 'source'])
  })

  rule('201.9', 'a message names a database without its password', async () => {
    addBoard()
    const ran = processes.serve(liveEnv(board('sente:hunter2')), command('backup', 'copy.db'))
    expect(await ran.ended).to.equal(1)
    expect(ran.stdout() + ran.stderr()).to.equal(
      `DATABASE_URL is ${board('sente')}, which is backed up by its own tools\n`,
    )
  })

  rule('201.10', 'the page about extensions names existing files', () => {
    const named =
      textOf('docs/extending.md').match(/`((?:core|adapters|composition|spec)\/[\w./-]+\.(?:ts|md))`/g) ?? []
    expect(named.length).to.be.above(5)
    for (const path of named) expect(() => textOf(path.slice(1, -1)), path).not.to.throw()
  })
})
