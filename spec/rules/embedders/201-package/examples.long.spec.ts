import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { type Simulator, startSimulator } from '../../../../adapters/simulator/simulator.ts'
import { openProcesses, type Processes } from '../../../fixtures/processes.ts'
import { addSente, blockIn, emptyProject, javaScriptOf, type Project } from '../../../fixtures/project.ts'
import { rule } from '../../../rule.ts'
import { importsOf, textOf } from '../../../sourceTree.ts'

describe('201 The package: the examples', () => {
  let project: Project
  let place: Processes
  let simulator: Simulator
  before(async () => {
    project = emptyProject()
    addSente(project)
    place = openProcesses()
    simulator = await startSimulator()
    writeFileSync(join(project.folder, 'mtn.json'), JSON.stringify(simulator.mtn))
  })
  after(async () => {
    await place.close()
    await simulator.close()
    project.remove()
  })

  /** Starts a program of the project; resolves with its output until it listens. */
  async function start(name: string, text: string) {
    project.add(name, text)
    const env = {
      MTN: join(project.folder, 'mtn.json'),
      DATABASE: join(place.folder, 'payouts.db'),
      PIN_KEY: 'a key of PINs that is long enough.',
    }
    const program = place.serve(env, ['node', join(project.folder, name)])
    let hasEnded = false
    void program.ended.then(() => {
      hasEnded = true
    })
    while (!/^http:.*\n/m.test(program.stdout())) {
      if (hasEnded) throw new Error(`it ended before it listened: ${program.stderr()}`)
      await pause(20)
    }
    const lines = program.stdout().trim().split('\n')
    return { ...program, lines, url: lines.at(-1) ?? '' }
  }

  rule('201.20', 'the example of an HTTP service pays once over MTN, with its books in SQLite', async () => {
    const service = javaScriptOf(textOf('examples/httpService.ts'))
    const { url, ...first } = await start('httpService.js', service)
    const [keys = ''] = first.lines
    const { secretKey, publicKey: apikey } = JSON.parse(keys)
    const request = {
      ...{ apikey, reference: 'order-1', phone_number: '256770000001', amount: 5_000, currency: 'UGX' },
      ...{ network: 'MTN', pin: '4071' },
    }
    const pay = async (body: object, { at = url, key = secretKey } = {}) => {
      const headers = { Authorization: `Bearer ${key}` }
      const response = await fetch(at, { method: 'POST', headers, body: JSON.stringify(body) })
      const { refused, state }: { refused?: string; state?: string } = JSON.parse(await response.text())
      return [response.status, refused ?? state]
    }
    expect(await pay(request)).to.deep.equal([201, 'pending'])
    expect(await pay(request)).to.deep.equal([409, 'duplicate_reference'])
    expect(await pay({ ...request, reference: 'order-2', amount: 100_001 })).to.deep.equal([
      409,
      'insufficient_balance',
    ])
    expect(await pay({ ...request, reference: '' })).to.deep.equal([400, 'malformed_fields'])
    expect(await pay({ ...request, amount: '5000' })).to.deep.equal([400, 'malformed_fields'])
    expect(await pay(request, { key: 'another' })).to.deep.equal([401, 'invalid_secret_key'])
    expect(await pay(request, { at: `${url}/more` })).to.deep.equal([404, undefined])
    first.child.kill('SIGTERM')
    expect(await first.ended, first.stderr()).to.equal(0)

    const second = await start('httpService.js', service)
    expect(second.lines, 'it makes no second account').to.have.length(1)
    expect(await pay(request, { at: second.url })).to.deep.equal([409, 'duplicate_reference'])
    second.child.kill('SIGTERM')
    expect(await second.ended, second.stderr()).to.equal(0)
    while (simulator.executed().length === 0) await pause(20)
    expect(simulator.executed()).to.have.length(1)
  })

  rule('201.21', 'it uses the core, SQLite and the networks, and no other package', () => {
    const path = 'examples/httpService.ts'
    const packages = importsOf({ path, text: textOf(path) }).filter((name) => !name.startsWith('node:'))
    expect(packages).to.deep.equal(['@sente/core', '@sente/core/node', 'sente/networks', 'sente/sqlite'])
  })

  rule('201.22', 'the examples of a store and a network of one’s own pass the conformance kit', () => {
    for (const name of ['ownBooks', 'ownNetwork', 'ownStore'])
      project.add(`${name}.js`, javaScriptOf(textOf(`examples/${name}.ts`)))
    for (const name of ['ownNetwork.js', 'ownStore.js']) {
      const { status, stdout } = project.run(name)
      expect(status, stdout).to.equal(0)
      expect(stdout)
        .to.match(/^# pass [1-9]\d+$/m)
        .and.match(/^# fail 0$/m)
    }
  })

  rule('201.23', 'the page’s lines that open the whole gateway serve it, and close it', async () => {
    const { url, ...program } = await start('gateway.js', blockIn('docs/packages.md'))
    expect((await fetch(`${url}/livez`)).status).to.equal(200)
    program.child.kill('SIGTERM')
    expect(await program.ended, program.stderr()).to.equal(0)
  })
})
