import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { callbackPath, callbackToken } from '../../../composition/networks/callbacks.ts'
import { type Gateway, program, workshop } from '../../fixtures/gateway.ts'
import type { Merchant } from './clients/merchant.ts'

/** A sandbox as a process of its own, to be attacked, with a heap that a leak would soon overflow. */
export type AttackedGateway = {
  readonly url: string
  readonly processId: number
  /** The demo account, of UGX 1,000,000. */
  readonly demo: Merchant
  /** Opens one more account, of so many UGX. */
  openAccount(fundUgx: number): Promise<Merchant>
  /** The path under which a network calls back, as who has learnt it knows it. */
  callbackPath(network: 'mtn' | 'airtel'): string
  /** The lines of its log so far. */
  log(): Record<string, unknown>[]
  /**
   * Whatever is not as it should be: the process gone, something on stderr, a line of an error in the log, or an
   * invariant of the books broken.
   */
  faults(): Promise<string[]>
  close(): Promise<void>
}

/** A tenth of what Node would take here, so that what is kept for good ends in a crash. */
const heapMb = 128

/** Starts it. */
export async function openAttackedGateway(env: Record<string, string> = {}): Promise<AttackedGateway> {
  const place = workshop()
  const command = ['node', `--max-old-space-size=${heapMb}`, program, 'serve']
  const gateway = place.serve({ ...limitsLifted, ...env }, command)
  const greeted = await greetingOf(gateway)
  const found = (pattern: RegExp) => pattern.exec(greeted)?.[1] ?? ''
  const { child } = gateway
  const log = () => linesOf(gateway.stdout())
  return {
    url: found(/is up at (\S+):/),
    processId: child.pid ?? 0,
    demo: { secretKey: found(/(sente_sk_\w+)/), publicKey: found(/(sente_pk_\w+)/), pin: '1234' },
    async openAccount(fundUgx) {
      const options = ['--kyc', 'complete', '--activate', 'UGX', '--pin', '1234', '--fund', `UGX=${fundUgx}`]
      const { stdout } = await place.sente(['account', 'create', '--name', 'Duka', ...options, '--json'])
      const { secret_key: secretKey, public_key: publicKey } = JSON.parse(stdout)
      return { secretKey, publicKey, pin: '1234' }
    },
    callbackPath(network) {
      const secrets = readFileSync(join(place.folder, 'data', 'sandbox.db-secrets.json'), 'utf8')
      return callbackPath(callbackToken(JSON.parse(secrets).callbackSecret, network))
    },
    log,
    async faults() {
      const audit = await place.sente(['audit', '--json'])
      return [
        ...((child.exitCode ?? child.signalCode) === null ? [] : [`it ended: ${child.exitCode} ${child.signalCode}`]),
        ...(gateway.stderr() === greeted ? [] : [`stderr: ${gateway.stderr().slice(greeted.length)}`]),
        ...log().flatMap((line) => (Number(line.level) >= errorLevel ? [JSON.stringify(line)] : [])),
        ...(audit.code === 0 ? [] : [`audit: ${audit.stdout}`]),
      ]
    },
    close: place.close,
  }
}

/** Settings under which the merchants' rate limits stop no attack: what is attacked here stands behind them. */
const limitsLifted = {
  SENTE_ACCOUNT_RATE: '1000000',
  SENTE_FAILED_KEY_RATE: '1000000',
  SENTE_MAX_CONNECTIONS: '15000',
}

const errorLevel = 50

/** What it says once it is up; a log of warnings alone would not tell where it listens. */
async function greetingOf({ stderr, url }: Gateway): Promise<string> {
  let failure: unknown
  url.catch((error: unknown) => {
    failure = error
  })
  while (!stderr().includes('Ctrl-C') && !failure) await pause(10)
  if (failure) throw failure
  return stderr()
}

/** Whole lines only: the last one may still be on its way. */
function linesOf(stdout: string): Record<string, unknown>[] {
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
}
