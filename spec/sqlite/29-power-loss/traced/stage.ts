import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keptDatabase } from '../../../../adapters/sqlite/file/keptDatabase.ts'
import { type Gateway, program, workshop } from '../../../fixtures/gateway.ts'
import { type Greeting, pay } from '../../../fixtures/greeting.ts'
import { readTrace, type Tracing, traced } from './strace.ts'
import { logIn, type SystemCall } from './trace.ts'

/** A gateway of the stage that runs under strace. */
export type TracedGateway = Gateway & {
  /** The server's own process, which strace has started; its main thread too. */
  readonly pid: number
  /** Has it stop, and resolves with its system calls. */
  stop(): Promise<SystemCall[]>
  /** Kills it, strace with it, which would not let go of a call that it holds up; resolves with the calls so far. */
  kill(): Promise<SystemCall[]>
}

/** Simulated networks in a process of their own, and live gateways that use them. */
export async function openPowerStage() {
  const place = workshop()
  const networksFile = join(place.folder, 'networks.jsonl')
  const databasePath = join(place.folder, 'live.db')
  const { live, networksPort } = await startNetworks(place, networksFile)
  const environment = { ...live, DATABASE_URL: `sqlite:${databasePath}` }
  let traces = 0

  const tracing = (given: Omit<Tracing, 'file'>): Tracing => {
    traces += 1
    return { file: join(place.folder, `trace-${traces}`), ...given }
  }

  return {
    databasePath,
    networksPort,
    close: place.close,
    /** What the networks keep, one line for each change of a payment. */
    kept: () =>
      readFileSync(networksFile, 'utf8')
        .split('\n')
        .filter((line) => line.includes('"payment"')),
    /** The log of the database, among these calls. */
    logIn: (calls: readonly SystemCall[]) => logIn(calls, databasePath),
    /** Waits until a payment is committed, flushed or not. */
    async untilCommitted(reference: string) {
      while (!isCommitted(databasePath, reference)) await new Promise((resolve) => setTimeout(resolve, 2))
    },
    /** Runs a command to its end. */
    sente: (...args: string[]) => place.sente(args, environment),
    /** Runs a command to its end under strace. */
    async senteTraced(args: readonly string[], given: Omit<Tracing, 'file'> = {}) {
      const watching = tracing(given)
      const ran = place.serve(environment, traced(watching, ['node', program, ...args]))
      return { code: await ran.ended, stdout: ran.stdout(), calls: readTrace(watching.file).calls }
    },
    /** Starts a server, and resolves when it listens. */
    async serve(): Promise<Gateway> {
      const gateway = place.serve(environment)
      await gateway.url
      return gateway
    },
    /** Starts a server under strace, and resolves when it listens. */
    async serveTraced(given: Omit<Tracing, 'file'> = {}, more: Record<string, string> = {}): Promise<TracedGateway> {
      const watching = tracing(given)
      const gateway = place.serve({ ...environment, ...more }, traced(watching, ['node', program, 'serve']))
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
    /** Opens an account of UGX 1,000,000 that may do everything. */
    async openAccount(): Promise<Greeting> {
      const money = ['--kyc', 'complete', '--activate', 'UGX', '--pin', '1234', '--fund', 'UGX=1000000']
      const { stdout } = await place.sente(['account', 'create', '--name', 'Duka', ...money, '--json'], environment)
      const { account_id: accountId, secret_key: secretKey, public_key: publicKey } = JSON.parse(stdout)
      return { accountId, secretKey, publicKey, curl: '' }
    },
  }
}

/** Such a stage. */
export type PowerStage = Awaited<ReturnType<typeof openPowerStage>>

/** Sends UGX 500 by Airtel, which executes it at once; resolves with the answer's status and body. */
export async function payOut(gateway: Gateway, account: Greeting, reference: string) {
  const answer = await pay(gateway, account, { reference, network: 'AIRTEL' })
  return { status: answer.status, body: (await answer.json()) as { data?: { transaction_id: string } } }
}

/** Reads the database as any other process may, and flushes nothing. */
function isCommitted(databasePath: string, reference: string): boolean {
  const reader = keptDatabase(databasePath, { readonly: true })
  try {
    return reader.prepare('SELECT 1 FROM transactions WHERE reference = ?').get(reference) !== undefined
  } finally {
    reader.close()
  }
}

/** Starts the networks; resolves with the environment of a live gateway that uses them, and where they listen. */
async function startNetworks(place: ReturnType<typeof workshop>, dataFile: string) {
  const config = join(place.folder, 'live.json')
  const command = ['node', program, 'simulator', '--data', dataFile, '--config-out', config]
  const networks = place.serve({}, command)
  while (!networks.stderr().includes('Ctrl-C')) await new Promise((resolve) => setTimeout(resolve, 20))
  const lines = readFileSync(`${config}.env`, 'utf8').trim().split('\n')
  const live: Record<string, string> = {
    ...Object.fromEntries(lines.map((line) => /^(\w+)='(.*)'$/.exec(line)?.slice(1) ?? [])),
    SENTE_CONFIG: config,
    SENTE_PIN_KEY: 'a PIN key for tests, long enough.',
  }
  return { live, networksPort: /127\.0\.0\.1:(\d+)/.exec(networks.stderr())?.[1] ?? '' }
}
