import { join } from 'node:path'
import type { Container } from 'inversify'
import { pino } from 'pino'
import { buildContainer } from '../../../composition/container.ts'
import type { Configuration } from '../../../composition/networks/configuration.ts'
import { startGateway } from '../../../composition/runtime/serve.ts'
import { startSandbox } from '../../../composition/sandbox/sandbox.ts'
import { tokens } from '../../../composition/tokens.ts'
import { type FollowUpPolicy, type MobileProvider, sandboxPolicy } from '../../../core/sente.ts'
import { openAccount } from '../../fixtures/sandboxGateway.ts'

/** What a gateway answered, as far as these tests look. */
export type Told = { readonly status: number; readonly code: string | null; readonly location: string | null }

/** What a merchant asks with. */
export type Keys = { readonly secretKey: string; readonly publicKey: string }

/** A gateway in this process, with simulated networks whose own files are elsewhere. */
export type DiskGateway = {
  readonly container: Container
  readonly airtel: MobileProvider
  /** Opens an account of UGX 10,000. */
  openAccount(): Promise<Keys>
  /** How a merchant asks: a path below the API's, and a body for a POST. */
  as(merchant: Keys): (path: string, body?: Record<string, unknown>) => Promise<Response>
  /** The status of `/readyz`. */
  ready(): Promise<number>
  /** How many lines of this level and with these words the log has. */
  logged(level: 'info' | 'warn' | 'error' | 'fatal', words: string): number
  close(): Promise<void>
}

/** How it is opened. */
export type DiskGatewayOptions = {
  readonly databasePath: string
  /** The folder of the simulated networks' files. */
  readonly networks: string
  readonly configuration?: (simulated: Configuration) => Configuration
}

/** As hasty as it gets: what is in doubt is asked about as soon as nothing may be written to its network any more. */
const policy: FollowUpPolicy = { ...sandboxPolicy, firstPauseMs: 50, longestPauseMs: 100, settleMs: -4_900 }

/** Starts it; what was started before something broke is ended. */
export async function openDiskGateway(options: DiskGatewayOptions): Promise<DiskGateway> {
  const closers: (() => unknown)[] = []
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer()
  }
  try {
    return { ...(await started(options, closers)), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function started(
  { databasePath, networks, configuration }: DiskGatewayOptions,
  closers: (() => unknown)[],
): Promise<Omit<DiskGateway, 'close'>> {
  const given = { databasePath: join(networks, 'networks'), pinKeys: undefined, publicUrl: undefined }
  const world = await startSandbox(given, closers)
  const lines: { level: number; msg: string }[] = []
  const log = pino({ level: 'info' }, { write: (line) => lines.push(JSON.parse(line)) })
  const changed = { ...world, policy, configuration: configuration?.(world.configuration) ?? world.configuration }
  const container = buildContainer({ purpose: 'sandbox', databasePath, serving: { onLost }, log, ...changed })
  const url = await startGateway(container, { host: '127.0.0.1', port: 0 }, closers)
  return {
    container,
    airtel: container.get(tokens.networks).providerFor('UGX', 'AIRTEL'),
    openAccount: () => openAccount(container),
    as: ({ secretKey, publicKey }) => {
      const headers = { Authorization: `Bearer ${secretKey}`, 'Content-Type': 'application/json' }
      return (path, body) => {
        const post = body && { method: 'POST', body: JSON.stringify({ apikey: publicKey, ...body }) }
        return fetch(`${url}/api/v1/${path}`, { headers, ...post })
      }
    },
    ready: async () => (await fetch(`${url}/readyz`)).status,
    logged: (level, words) =>
      lines.filter((line) => line.level === pino.levels.values[level] && line.msg.includes(words)).length,
  }
}

/** What an answer told. */
export function toldBy({ status, headers }: Response): Told {
  return { status, code: headers.get('error-code'), location: headers.get('location') }
}

function onLost(error: unknown) {
  throw error
}
