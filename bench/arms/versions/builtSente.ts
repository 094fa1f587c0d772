import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Merchant } from '../../instruments/merchants.ts'
import { stop } from '../../processes/child.ts'
import { cpuMsOf } from '../../processes/processTimes.ts'

/** A gateway of a built checkout, with the simulated networks of the same checkout. */
export type BuiltSente = {
  readonly url: string
  readonly merchants: readonly Merchant[]
  /** CPU time of the gateway since it was started, in milliseconds. */
  cpuMs(): number
  /** The output of the checkout's own audit. Rejects if the audit finds anything wrong. */
  audit(): Promise<string>
  stop(): Promise<void>
}

const accounts = 8

/** Starts the gateway of a checkout over an empty database, only through the checkout's commands. */
export async function startBuilt(
  checkout: string,
  { parentFolder, database }: { readonly parentFolder: string; readonly database: string | undefined },
): Promise<BuiltSente> {
  const folder = mkdtempSync(join(parentFolder, 'built-'))
  const program = programOf(checkout)
  const started: ChildProcess[] = []
  const stopAll = async () => {
    for (const child of started.splice(0).reverse()) await stop(child)
    rmSync(folder, { recursive: true, force: true })
  }
  function begin(name: string, args: readonly string[], env: NodeJS.ProcessEnv) {
    const log = join(folder, `${name}.log`)
    const output = openSync(log, 'a')
    const child = spawn(process.execPath, [program, ...args], { env, cwd: folder, stdio: ['ignore', output, output] })
    started.push(child)
    return { child, says: (pattern: RegExp) => found(log, pattern, child) }
  }
  try {
    const config = join(folder, 'live.json')
    const networks = begin('networks', ['simulator', '--config-out', config], process.env)
    await networks.says(/Stop with/)
    const environment = {
      ...process.env,
      ...credentialsIn(`${config}.env`),
      SENTE_CONFIG: config,
      DATABASE_URL: database ?? `sqlite:${join(folder, 'sente.db')}`,
      PORT: '0',
      SENTE_PIN_KEY: randomBytes(32).toString('hex'),
      SENTE_ACCOUNT_RATE: '1000000',
    }
    const run = async (args: readonly string[]) =>
      (await promisify(execFile)(process.execPath, [program, ...args], { env: environment, cwd: folder })).stdout
    const gateway = begin('gateway', ['serve'], environment)
    const [, url = ''] = await gateway.says(/"url":"([^"]+)"/)
    const merchants: Merchant[] = []
    for (let n = 1; n <= accounts; n += 1) merchants.push(merchantIn(await run([...creating, '--name', `Load ${n}`])))
    const pid = gateway.child.pid ?? 0
    return { url, merchants, cpuMs: () => cpuMsOf(pid), audit: () => run(['audit']), stop: stopAll }
  } catch (error) {
    await stopAll()
    throw error
  }
}

const pin = '4071'
const creating = [
  'account',
  'create',
  '--kyc',
  'complete',
  '--activate',
  'UGX',
  '--pin',
  pin,
  '--fund',
  'UGX=100000000000',
  '--json',
]

/** The built program that a checkout's package.json names. */
function programOf(checkout: string): string {
  const { bin } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'))
  return resolve(checkout, bin.sente)
}

function merchantIn(created: string): Merchant {
  const { secret_key: secretKey, public_key: publicKey } = JSON.parse(created)
  return { secretKey, publicKey, pin }
}

/** The variables of a file with lines of the form NAME='value'. */
function credentialsIn(path: string): Record<string, string> {
  const lines = readFileSync(path, 'utf8').matchAll(/^(\w+)='(.*)'$/gm)
  return Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]))
}

/** Waits until a child's output matches. Rejects when the child ends first. */
async function found(log: string, pattern: RegExp, child: ChildProcess): Promise<RegExpExecArray> {
  for (;;) {
    const match = pattern.exec(readFileSync(log, 'utf8'))
    if (match) return match
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}: ${readFileSync(log, 'utf8')}`)
    await setTimeout(50)
  }
}
