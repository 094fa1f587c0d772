import type { Ask } from '../../sql/engine/sqlStatement.ts'
import { isLost, isShared, isUnstorableText, SharedSession } from '../client/errors.ts'
import { askOver } from '../client/send.ts'
import type { PrimaryConnection } from './primaryConnection.ts'

/**
 * Asks over these connections in turn, without waiting for earlier answers. When a connection is lost, the statement,
 * which must be a read, is sent again, for `patienceMs` at most.
 */
export function readers(connections: readonly PrimaryConnection[], patienceMs: number): Ask {
  let turn = 0
  return async (statement) => {
    const untilMs = performance.now() + patienceMs
    turn += 1
    const connection = connections[turn % connections.length]
    if (!connection) throw new Error('there is no connection to read over')
    for (;;) {
      const client = await connection.client(untilMs)
      try {
        return await askOver(client)(statement)
      } catch (error) {
        // No row contains a text that the database cannot hold, such as one with a NUL.
        if (isUnstorableText(error)) return []
        if (isLost(error) || isShared(error)) connection.drop(client)
        if (isShared(error)) throw new SharedSession()
        if (!isLost(error)) throw error
        if (performance.now() >= untilMs) throw error
      }
    }
  }
}
