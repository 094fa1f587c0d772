import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { callbackPath, callbackToken } from '../../../adapters/providers/market/callbacks.ts'
import { greetingOf } from '../../fixtures/greeting.ts'
import { openProcesses, serving } from '../../fixtures/processes.ts'
import { startProxy } from '../../fixtures/proxies.ts'
import type { SelfSigned } from '../../fixtures/selfSigned.ts'
import { honestMerchant } from './clients/honestMerchant.ts'
import type { Merchant } from './clients/merchant.ts'

/** A sandbox under attack, in a process of its own, with a heap so small that a leak soon overflows it. */
export type AttackedGateway = Awaited<ReturnType<typeof openAttackedGateway>>

/** A tenth of Node's default here, so that a leak ends in a crash. */
const heapMb = 128

const errorLevel = 50

/** Settings without merchants' rate limits, which would stop the attacks on the code behind them. */
const limitsLifted = {
  SENTE_ACCOUNT_RATE: '1000000',
  SENTE_FAILED_KEY_RATE: '1000000',
  SENTE_USER_RATE: '1000000',
  SENTE_VISITOR_RATE: '1000000',
  SENTE_MAX_CONNECTIONS: '15000',
}

/** Starts it. */
export async function openAttackedGateway(env: Record<string, string> = {}) {
  const processes = openProcesses()
  const gateway = processes.serve({ ...limitsLifted, ...env }, serving(env, [`--max-old-space-size=${heapMb}`]))
  const { url, secretKey, publicKey } = await greetingOf(gateway)
  const greeting = await gateway.greeting
  const { child } = gateway
  /** The demo account, of UGX 1,000,000. */
  const demo: Merchant = { secretKey, publicKey, pin: '4071' }

  /** The lines of its log so far; the last one may not be complete yet. */
  const log = (): Record<string, unknown>[] =>
    gateway
      .stdout()
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line))

  /** All faults: the process gone, output on stderr, an error in the log, or a broken invariant of the books. */
  async function faults(): Promise<string[]> {
    const audit = await processes.sente(['audit', '--all', '--json'])
    return [
      ...((child.exitCode ?? child.signalCode) === null ? [] : [`it ended: ${child.exitCode} ${child.signalCode}`]),
      ...(gateway.stderr() === greeting ? [] : [`stderr: ${gateway.stderr().slice(greeting.length)}`]),
      ...log().flatMap((line) => (Number(line.level) >= errorLevel ? [JSON.stringify(line)] : [])),
      ...(audit.code === 0 ? [] : [`audit: ${audit.stdout}`]),
    ]
  }

  return {
    url,
    processId: child.pid ?? 0,
    demo,
    log,
    faults,
    /** Opens another account, with this balance. */
    openAccount: async (fundUgx: number): Promise<Merchant> => ({
      ...(await processes.openAccount({}, fundUgx)),
      pin: '4071',
    }),
    /** The path of a network's callbacks, for an attacker who has learnt it. */
    callbackPath(network: 'mtn' | 'airtel'): string {
      const secrets = readFileSync(join(processes.folder, 'data', 'sandbox.db-secrets.json'), 'utf8')
      return callbackPath(callbackToken(JSON.parse(secrets).callbackSecret, network))
    },
    /** Attacks while an honest merchant is served; resolves with the result and the merchant's payments, and fails for any fault. */
    async besideHonest<Result>(
      name: string,
      attack: () => Promise<Result>,
    ): Promise<{ result: Result; payments: number }> {
      const honest = honestMerchant(url, demo, name)
      const result = await attack()
      await honest.served(1)
      expect(await honest.stop()).to.deep.equal([])
      expect(await faults()).to.deep.equal([])
      return { result, payments: honest.payments }
    },
    /** Starts a proxy with its shipped files in front of the gateway; resolves with its address. */
    proxied: (name: string, certificate: SelfSigned) => startProxy(processes, { name, node: url, certificate }),
    close: processes.close,
  }
}
