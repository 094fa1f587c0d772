import { join } from 'node:path'
import { pino } from 'pino'
import type { Configuration } from '../../../composition/networks/configuration.ts'
import { type FollowUpPolicy, sandboxPolicy } from '../../../core/sente.ts'
import { openSandboxGateway, type SandboxGateway } from '../../fixtures/sandboxGateway.ts'

/** What a gateway answered, as far as these tests look. */
export type Told = { readonly status: number; readonly code: string | null; readonly location: string | null }

/** A gateway in this process, with simulated networks whose own files are elsewhere. */
export type DiskGateway = Pick<SandboxGateway, 'container' | 'airtel' | 'openAccount' | 'as' | 'close'> & {
  /** The status of `/readyz`. */
  ready(): Promise<number>
  /** How many lines of this level and with these words the log has. */
  logged(level: 'info' | 'warn' | 'error' | 'fatal', words: string): number
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
export async function openDiskGateway({ networks, ...options }: DiskGatewayOptions): Promise<DiskGateway> {
  const lines: { level: number; msg: string }[] = []
  const log = pino({ level: 'info' }, { write: (line) => lines.push(JSON.parse(line)) })
  const gateway = await openSandboxGateway({
    ...options,
    ...{ networks: join(networks, 'networks'), policy, log, greets: false },
  })
  return {
    ...gateway,
    ready: async () => (await fetch(`${gateway.url}/readyz`)).status,
    logged: (level, words) =>
      lines.filter((line) => line.level === pino.levels.values[level] && line.msg.includes(words)).length,
  }
}

/** What an answer told. */
export function toldBy({ status, headers }: Response): Told {
  return { status, code: headers.get('error-code'), location: headers.get('location') }
}
