import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { callbackPath, callbackToken } from '../../../adapters/providers/market/callbacks.ts'
import { greetingOf } from '../../fixtures/greeting.ts'
import { openProcesses, serving } from '../../fixtures/processes.ts'
import type { Merchant } from './clients/merchant.ts'

/** A sandbox under attack, in a process of its own, with a heap so small that a leak soon overflows it. */
export type AttackedGateway = {
  readonly url: string
  readonly processId: number
  /** The demo account, of UGX 1,000,000. */
  readonly demo: Merchant
  /** Opens another account, with this balance. */
  openAccount(fundUgx: number): Promise<Merchant>
  /** The path of a network's callbacks, as an attacker who has learnt it knows it. */
  callbackPath(network: 'mtn' | 'airtel'): string
  /** The lines of its log so far. */
  log(): Record<string, unknown>[]
  /**
   * Everything that is wrong: the process gone, something on stderr, an error in the log, or a broken invariant of
   * the books.
   */
  faults(): Promise<string[]>
  close(): Promise<void>
}

/** A tenth of what Node would take here, so that a leak ends in a crash. */
const heapMb = 128

/** Starts it. */
export async function openAttackedGateway(env: Record<string, string> = {}): Promise<AttackedGateway> {
  const processes = openProcesses()
  const gateway = processes.serve({ ...limitsLifted, ...env }, serving(env, [`--max-old-space-size=${heapMb}`]))
  const { url, secretKey, publicKey } = await greetingOf(gateway)
  const greeting = await gateway.greeting
  const { child } = gateway
  const log = () => linesOf(gateway.stdout())
  return {
    url,
    processId: child.pid ?? 0,
    demo: { secretKey, publicKey, pin: '4071' },
    openAccount: async (fundUgx) => ({ ...(await processes.openAccount({}, fundUgx)), pin: '4071' }),
    callbackPath(network) {
      const secrets = readFileSync(join(processes.folder, 'data', 'sandbox.db-secrets.json'), 'utf8')
      return callbackPath(callbackToken(JSON.parse(secrets).callbackSecret, network))
    },
    log,
    async faults() {
      const audit = await processes.sente(['audit', '--json'])
      return [
        ...((child.exitCode ?? child.signalCode) === null ? [] : [`it ended: ${child.exitCode} ${child.signalCode}`]),
        ...(gateway.stderr() === greeting ? [] : [`stderr: ${gateway.stderr().slice(greeting.length)}`]),
        ...log().flatMap((line) => (Number(line.level) >= errorLevel ? [JSON.stringify(line)] : [])),
        ...(audit.code === 0 ? [] : [`audit: ${audit.stdout}`]),
      ]
    },
    close: processes.close,
  }
}

/** Settings under which the merchants' rate limits stop no attack: what is attacked here is behind them. */
const limitsLifted = {
  SENTE_ACCOUNT_RATE: '1000000',
  SENTE_FAILED_KEY_RATE: '1000000',
  SENTE_MAX_CONNECTIONS: '15000',
}

const errorLevel = 50

/** Whole lines only: the last one may not be complete yet. */
function linesOf(stdout: string): Record<string, unknown>[] {
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
}
