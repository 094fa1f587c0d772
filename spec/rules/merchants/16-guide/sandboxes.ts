import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect } from 'chai'
import { demoAccount } from '../../../../composition/sandbox/demo.ts'
import { tokens } from '../../../../composition/tokens.ts'
import { type Greeting, greetingOf } from '../../../fixtures/greeting.ts'
import { openProcesses, type Processes } from '../../../fixtures/processes.ts'
import { openSandboxGateway } from '../../../fixtures/sandboxGateway.ts'
import { pages } from '../../../sourceTree.ts'
import { comparable, outputsOf, snippetsOf } from './snippets.ts'

/** The pages of the guide. */
export const guide = pages().filter(({ path }) => /^docs\/(merchants[./]|webhooks\.md)/.test(path))

/** The address of a sandbox, and the keys of an account. */
export type Sandbox = Pick<Greeting, 'url' | 'secretKey' | 'publicKey'>

/** Starts a proxy in front of a sandbox; resolves with the URL to use instead. */
export type Behind = (url: string, processes: Processes) => Promise<string>

/** The programs that run the guide's code, and the packages to install them. */
const tools = { curl: 'curl', python3: 'python3', php: 'php-cli' }

/** Opens sandboxes for the pages of the guide, each reached at the address that `behind` makes of its own. */
export async function openSandboxes(behind: Behind = async (url) => url) {
  for (const [tool, name] of Object.entries(tools))
    if (spawnSync(tool, ['--version']).error) throw new Error(`${tool} is missing: apt-get install -y ${name}`)
  const processes = openProcesses()
  const gateway = await openSandboxGateway()
  const url = await behind(gateway.url, processes)

  /** An unused demo account, as in a fresh sandbox. */
  async function fresh(): Promise<Sandbox> {
    const secrets = { pinKey: '', callbackSecret: '', webhookKey: '' }
    const keys = await demoAccount(gateway.container.get(tokens.accountPorts), { databasePath: ':memory:', secrets })
    return { url, ...keys }
  }

  async function withFees(): Promise<Sandbox> {
    const env = { SENTE_SANDBOX_FEES: 'on', DATABASE_URL: `sqlite:${join(processes.folder, 'fees.db')}` }
    const { url, ...keys } = await greetingOf(processes.serve(env))
    return { url: await behind(url, processes), ...keys }
  }

  return {
    processes,
    /** A sandbox with an unused account, as a page describes it. */
    sandboxFor: (path: string) => (path === 'docs/merchants/fees.md' ? withFees() : fresh()),
    close: () => Promise.all([processes.close(), gateway.close()]),
  }
}

/** Sandboxes, and the processes of some of them. */
export type Sandboxes = Awaited<ReturnType<typeof openSandboxes>>

/** Runs a page against a sandbox, and compares the outputs. */
export async function follow(page: string, { url, secretKey, publicKey }: Sandbox) {
  const snippets = snippetsOf(page)
  const outputs = await outputsOf(snippets, { BASE_URL: url, SECRET_KEY: secretKey, PUBLIC_KEY: publicKey })
  expect(outputs).to.have.length(snippets.length)
  for (const [index, { code, shown }] of snippets.entries())
    if (shown !== undefined) expect(comparable(outputs[index] ?? ''), code).to.deep.equal(comparable(shown))
}
