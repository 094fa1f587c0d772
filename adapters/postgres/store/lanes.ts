import { type Lane, type LaneOptions, lane, type Verdict } from '../../sql/steps/lane.ts'
import { isConflict, isRefusedStatement, isTaken, Unreachable } from '../client/errors.ts'
import type { PrimaryConnection } from '../connection/primaryConnection.ts'
import { transact } from '../connection/transact.ts'
import { postgresDialect } from '../dialect.ts'

/**
 * The settings of a connection that writes. Plans made for small tables stay bad for large ones, so joins always use an
 * index. A node that stops in the middle of a transaction must not keep accounts locked. A session that waits for a
 * lock gives up before the answer is overdue: a new connection would cost more than the wait, and others wait behind
 * it.
 */
export const writingSettings = [
  'SET enable_hashjoin TO off',
  'SET enable_mergejoin TO off',
  'SET enable_seqscan TO off',
  'SET idle_in_transaction_session_timeout TO 10000',
  'SET lock_timeout TO 2000',
]

/** A lane over a connection of its own. */
export function laneOver(
  connection: PrimaryConnection,
  options: Pick<LaneOptions, 'clock' | 'patienceMs' | 'mostTogether'>,
): Lane {
  const commit: LaneOptions['commit'] = (writing, untilMs) => transact(connection, writing, untilMs)
  return lane({ ...options, dialect: postgresDialect, commit, verdict })
}

/**
 * Runs the steps of an account always in the same one of several lanes, each with about the same number of accounts.
 */
export function byAccount(lanes: readonly Lane[]): Lane {
  return (scope, step) => chosen(lanes, scope.account)(scope, step)
}

function verdict(error: unknown): Verdict {
  if (isConflict(error) || isTaken(error)) return 'again'
  if (isRefusedStatement(error)) return 'each'
  return error instanceof Unreachable ? 'late' : undefined
}

function chosen<One>(all: readonly One[], id: string): One {
  let hash = 0
  for (const letter of id) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0
  const one = all[Math.abs(hash) % all.length]
  if (one === undefined) throw new Error('there is nothing to choose from')
  return one
}
