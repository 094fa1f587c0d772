import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { mtnAccess, mtnProducts } from '../../../adapters/simulator/mtn/access.ts'
import { openProcesses, program } from '../../fixtures/processes.ts'
import { makeFolder } from '../../fixtures/sqliteFolder.ts'
import { isNight } from '../../night.ts'
import { test } from '../../rule.ts'
import { projectFolder, textOf } from '../../sourceTree.ts'

const here = 'spec/simulator/clients'

/** The public clients of MTN, and their versions. */
const clients: Readonly<Record<string, string>> = JSON.parse(textOf(`${here}/clients.json`))

/** A call of a client, and its outcome: `yes`, or the fault. */
type Outcome = readonly [call: string, outcome: string]

describe('Both simulated networks, and MTN: public clients of MTN', () => {
  test('the page of clients has the pinned versions', () => {
    const pinned = Object.entries(clients).map(([name, version]) => `| \`${name}\` | ${version} |`)
    expect(textOf('docs/simulator/clients.md')).to.include(pinned.join('\n'))
  })

  if (isNight)
    test('each client, unchanged, makes the calls of the page’s table', async () => {
      const installed = await installedClients()
      const sandbox = await simulatedMtn()
      const cells: ReadonlyMap<string, string>[] = []
      for (const name of Object.keys(clients)) cells.push(cellsOf(await outcomesOf(name, installed, sandbox)))
      expect(textOf('docs/simulator/clients.md')).to.include(tableOf(cells))
    })
})

/** Installs the clients, without running their scripts. Resolves with their folder. */
async function installedClients(): Promise<string> {
  const { path } = makeFolder()
  const pinned = Object.entries(clients).map(([name, version]) => `${name}@${version}`)
  const quietly = ['--no-audit', '--no-fund', '--ignore-scripts']
  await promisify(execFile)('npm', ['install', '--prefix', path, ...quietly, ...pinned])
  return path
}

/** Starts `sente simulator`; resolves with the address of its MTN. */
async function simulatedMtn(): Promise<string> {
  const { greeting } = openProcesses().serve({}, ['node', program, 'simulator'])
  const [url] = /http:\S+/.exec(await greeting) ?? []
  return `${url}/mtn`
}

/** Runs one client in a process of its own. */
async function outcomesOf(name: string, installed: string, sandbox: string): Promise<Outcome[]> {
  const child = fork(join(projectFolder, here, 'calls.cjs'), [name], {
    cwd: installed,
    execArgv: ['--require', join(projectFolder, here, 'redirect.cjs')],
    env: { PATH: process.env.PATH, SIMULATED_MTN: sandbox, ACCESS: JSON.stringify(mtnAccess), ...settingsOfSdk },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const outcomes: Outcome[] = []
  child.on('message', (outcome: Outcome) => outcomes.push(outcome))
  await once(child, 'exit')
  return outcomes
}

/** The settings of mtn-momo-sdk, as its documentation has them. */
const settingsOfSdk = {
  MTN_MOMO_ENV: 'sandbox',
  LOCAL_CURRENCY: 'EUR',
  MOMO_API_BASE_URL_SANDBOX: 'https://sandbox.momodeveloper.mtn.com',
  X_TARGET_ENVIRONMENT_SANDBOX: 'sandbox',
  SUBSCRIPTION_KEY_SANDBOX: mtnAccess.collection.subscriptionKey,
  PROVIDER_CALLBACK_HOST_SANDBOX: 'https://shop.example/callback',
}

/** The cell of each call: `yes` if it succeeded each time. */
function cellsOf(outcomes: readonly Outcome[]): ReadonlyMap<string, string> {
  const cells = new Map<string, string>()
  for (const [call, outcome] of outcomes)
    if (cells.get(call) !== 'no') cells.set(call, outcome === 'yes' ? 'yes' : 'no')
  return cells
}

/** The page's table: a row for each call that any client has, in the order of their first appearance. */
function tableOf(cells: readonly ReadonlyMap<string, string>[]): string {
  const calls = [...new Set(cells.flatMap((column) => [...column.keys()]))].sort(byProduct)
  const rows = calls.map((call) => [call, ...cells.map((column) => column.get(call) ?? '')])
  return rows.map((row) => `| ${row.join(' | ')} |`).join('\n')
}

/** Calls without a product come first. */
function byProduct(one: string, other: string): number {
  const placeOf = (call: string) => mtnProducts.findIndex((product) => call.startsWith(product))
  return placeOf(one) - placeOf(other)
}
