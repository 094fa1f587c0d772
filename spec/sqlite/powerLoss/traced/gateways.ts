import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keptDatabase } from '../../../../adapters/sqlite/file/keptDatabase.ts'
import { pay } from '../../../fixtures/greeting.ts'
import { type Gateway, openProcesses, program } from '../../../fixtures/processes.ts'
import type { Keys } from '../../../fixtures/sandboxGateway.ts'
import { readTrace, type Tracing, traced } from './strace.ts'
import { logIn, type SystemCall } from './trace.ts'

/** A gateway that runs under strace. */
export type TracedGateway = Gateway & {
  /** The id of the server's process, which strace has started, and of its main thread. */
  readonly pid: number
  /** Stops it; resolves with its system calls. */
  stop(): Promise<SystemCall[]>
  /** Kills it together with strace, which would otherwise hold the call that it delays; resolves with the calls so far. */
  kill(): Promise<SystemCall[]>
}

/** Simulated networks in a process of their own, and live gateways that use them. */
export async function openTracedGateways() {
  const processes = openProcesses()
  const networksFile = join(processes.folder, 'networks.jsonl')
  const databasePath = join(processes.folder, 'live.db')
  const live = await processes.startNetworks(['--data', networksFile])
  let traces = 0

  const tracing = (given: Omit<Tracing, 'file'>): Tracing => {
    traces += 1
    return { file: join(processes.folder, `trace-${traces}`), ...given }
  }

  return {
    databasePath,
    networksPort: portIn(live.SENTE_CONFIG ?? ''),
    close: processes.close,
    /** What the networks recorded, one line for each change of a payment. */
    kept: () =>
      readFileSync(networksFile, 'utf8')
        .split('\n')
        .filter((line) => line.includes('"payment"')),
    /** The calls on the log of the database. */
    logIn: (calls: readonly SystemCall[]) => logIn(calls, databasePath),
    /** Waits until a payment is committed, flushed or not. */
    async untilCommitted(reference: string) {
      while (!isCommitted(databasePath, reference)) await new Promise((resolve) => setTimeout(resolve, 2))
    },
    /** Runs a command to its end. */
    sente: (...args: string[]) => processes.sente(args, live),
    /** Runs a command to its end under strace. */
    async senteTraced(args: readonly string[], given: Omit<Tracing, 'file'> = {}) {
      const watching = tracing(given)
      const ran = processes.serve(live, traced(watching, ['node', program, ...args]))
      return { code: await ran.ended, stdout: ran.stdout(), calls: readTrace(watching.file).calls }
    },
    /** Starts a server, and resolves when it listens. */
    async serve(): Promise<Gateway> {
      const gateway = processes.serve(live)
      await gateway.url
      return gateway
    },
    /** Starts a server under strace, and resolves when it listens. */
    async serveTraced(given: Omit<Tracing, 'file'> = {}, more: Record<string, string> = {}): Promise<TracedGateway> {
      const watching = tracing(given)
      const gateway = processes.serve({ ...live, ...more }, traced(watching, ['node', program, 'serve']))
      await gateway.url
      const { pid } = readTrace(watching.file)
      const endBy = async (whom: number, signal: NodeJS.Signals) => {
        process.kill(whom, signal)
        await gateway.ended
        return readTrace(watching.file).calls
      }
      return {
        ...gateway,
        pid,
        stop: () => endBy(pid, 'SIGTERM'),
        kill: () => endBy(-(gateway.child.pid ?? Number.NaN), 'SIGKILL'),
      }
    },
    openAccount: () => processes.openAccount(live),
  }
}

/** Those networks and gateways. */
export type TracedGateways = Awaited<ReturnType<typeof openTracedGateways>>

/** Sends UGX 500 by Airtel, which executes it at once; resolves with the answer's status and body. */
export async function payOut(gateway: Gateway, account: Keys, reference: string) {
  const answer = await pay(gateway, account, { reference, network: 'AIRTEL' })
  return { status: answer.status, body: (await answer.json()) as { data?: { transaction_id: string } } }
}

/** Reads the database as any other process may, without flushing. */
function isCommitted(databasePath: string, reference: string): boolean {
  const reader = keptDatabase(databasePath, { readonly: true })
  try {
    return reader.prepare('SELECT 1 FROM transactions WHERE reference = ?').get(reference) !== undefined
  } finally {
    reader.close()
  }
}

/** Where the simulated networks listen, as their configuration says. */
function portIn(config: string): string {
  return new URL(JSON.parse(readFileSync(config, 'utf8')).providers['simulated-mtn'].base_url).port
}
