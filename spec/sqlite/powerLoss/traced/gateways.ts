import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keptDatabase } from '../../../../adapters/sqlite/file/keptDatabase.ts'
import { pay } from '../../../fixtures/greeting.ts'
import { type Gateway, openProcesses, program } from '../../../fixtures/processes.ts'
import type { Keys } from '../../../fixtures/sandboxGateway.ts'
import { readTrace, type Tracing, traced } from './strace.ts'
import { logIn, type SystemCall } from './trace.ts'

type Traced = Omit<Tracing, 'file'>

/** Simulated networks in a process of their own, and live gateways on them, one after the other, with one database. */
export async function openTracedGateways() {
  const processes = openProcesses()
  const networksFile = join(processes.folder, 'networks.jsonl')
  const databasePath = join(processes.folder, 'live.db')
  const live = await processes.startNetworks(['--data', networksFile])
  const networks = JSON.parse(readFileSync(live.SENTE_CONFIG ?? '', 'utf8')).providers['simulated-mtn'].base_url
  let traces = 0

  /** Starts the program under strace. */
  function start(args: readonly string[], given: Traced, env: Record<string, string> = {}) {
    traces += 1
    const file = join(processes.folder, `trace-${traces}`)
    const gateway = processes.serve({ ...live, ...env }, traced({ file, ...given }, ['node', program, ...args]))
    return { gateway, read: () => readTrace(file) }
  }

  return {
    networksPort: new URL(networks).port,
    close: processes.close,
    /** The number of payments that the networks have recorded. */
    recorded() {
      const lines = readFileSync(networksFile, 'utf8').split('\n')
      const payments = lines.filter((line) => line.includes('"payment"')).map((line) => JSON.parse(line).payment)
      return new Set(payments.map(({ providerId }) => providerId)).size
    },
    /** The calls on the log of the database. */
    logIn: (calls: readonly SystemCall[]) => logIn(calls, databasePath),
    /** Waits until a payment is committed, flushed or not, like another process that does not flush. */
    async untilCommitted(reference: string) {
      const reader = keptDatabase(databasePath, { readonly: true })
      const found = reader.prepare('SELECT 1 FROM transactions WHERE reference = ?')
      while (!found.get(reference)) await new Promise((resolve) => setTimeout(resolve, 2))
      reader.close()
    },
    /** Runs a command to its end. */
    sente: (...args: string[]) => processes.sente(args, live),
    /** Runs a command to its end under strace. */
    async senteTraced(args: readonly string[], given: Traced = {}) {
      const { gateway, read } = start(args, given)
      return { code: await gateway.ended, calls: read().calls }
    },
    /** Starts a server, and resolves when it listens. */
    async serve(): Promise<Gateway> {
      const gateway = processes.serve(live)
      await gateway.url
      return gateway
    },
    /** Starts a server under strace, and resolves when it listens. */
    async serveTraced(given: Traced = {}, env: Record<string, string> = {}) {
      const { gateway, read } = start(['serve'], given, env)
      await gateway.url
      const { pid } = read()
      const endBy = async (whom: number, signal: NodeJS.Signals) => {
        process.kill(whom, signal)
        await gateway.ended
        return read().calls
      }
      return {
        ...gateway,
        /** The id of the server's process, started by strace, and of its main thread. */
        pid,
        /** Stops it; resolves with its system calls. */
        stop: () => endBy(pid, 'SIGTERM'),
        /**
         * Kills it together with strace, which would otherwise hold the delayed call; resolves with the calls so far.
         */
        kill: () => endBy(-(gateway.child.pid ?? Number.NaN), 'SIGKILL'),
      }
    },
    openAccount: () => processes.openAccount(live),
  }
}

/** The result of {@link openTracedGateways}. */
export type TracedGateways = Awaited<ReturnType<typeof openTracedGateways>>

/** Sends UGX 500 over Airtel, which executes it at once; resolves with the status of the answer. */
export async function payOut(gateway: Gateway, account: Keys, reference: string): Promise<number> {
  const answer = await pay(gateway, account, { reference, network: 'AIRTEL' })
  await answer.arrayBuffer()
  return answer.status
}
