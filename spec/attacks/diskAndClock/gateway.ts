import { join } from 'node:path'
import { pino } from 'pino'
import type { Configuration } from '../../../composition/settings/configuration.ts'
import { type FollowUpPolicy, sandboxPolicy } from '../../../core/sente.ts'
import { openSandboxGateway } from '../../fixtures/sandboxGateway.ts'

/** The tested part of an answer. */
export type Answer = { readonly status: number; readonly code: string | null; readonly location: string | null }

type Line = { readonly level: number; readonly msg: string; readonly requests_broken?: number }

/** A gateway in this process, with simulated networks whose own files are elsewhere. */
export type DiskGateway = Awaited<ReturnType<typeof openDiskGateway>>

/** Its options. */
type DiskGatewayOptions = {
  readonly databasePath: string
  /** The folder of the simulated networks' files. */
  readonly networks: string
  readonly configuration?: (simulated: Configuration) => Configuration
}

/** As fast as possible: an enquiry follows a doubt as soon as nothing more may be sent to the network. */
const policy: FollowUpPolicy = {
  ...sandboxPolicy,
  firstPauseMs: 50,
  longestPauseMs: 100,
  answerMs: -4_900,
  settleMs: -4_900,
}

/** Starts it; closes the started parts when that fails. */
export async function openDiskGateway({ networks, ...options }: DiskGatewayOptions) {
  const written: Line[] = []
  const log = pino({ level: 'info' }, { write: (line) => written.push(JSON.parse(line)) })
  const gateway = await openSandboxGateway({
    ...options,
    ...{ networks: join(networks, 'networks'), policy, log, greets: false },
  })
  /** The log lines that have this level and these words. */
  const lines = (level: 'info' | 'warn' | 'error' | 'fatal', words: string): readonly Line[] =>
    written.filter((line) => line.level === pino.levels.values[level] && line.msg.includes(words))
  return {
    ...gateway,
    /** The status of `/readyz`. */
    ready: async () => (await fetch(`${gateway.url}/readyz`)).status,
    lines,
    /** The number of log lines with this level and these words. */
    logged: (...given: Parameters<typeof lines>) => lines(...given).length,
  }
}

/** Picks that part of an answer. */
export function answerOf({ status, headers }: Response): Answer {
  return { status, code: headers.get('error-code'), location: headers.get('location') }
}
