import type pg from 'pg'
import { checkSession, markSession } from '../client/session.ts'
import type { Continuity } from '../continuity/continuity.ts'
import type { Address } from './databaseUrl.ts'
import { connectToPrimary } from './primary.ts'

/** A connection for a moment. */
const use = { pipeline: false, answerMs: 5_000 }

/** How often to look: a pooler that balances single statements sends each to any server. */
const looks = 5

/**
 * Rejects with `SharedSession` if connections to a database share sessions: a pooler then gives the session of a
 * connection to a second one, or another session to one of the two. A pooler that balances reads sends some to another
 * server. The first connection is new by default.
 */
export async function refuseSharing(address: Address, continuity: Continuity, first?: pg.Client): Promise<void> {
  const made: pg.Client[] = []
  const connect = async () => {
    const client = await connectToPrimary(address, use, continuity)
    made.push(client)
    await markSession(client)
    return client
  }
  try {
    const one = first ?? (await connect())
    const other = await connect()
    for (let look = 0; look < looks; look += 1) {
      await checkSession(other)
      await checkSession(one)
    }
  } finally {
    await Promise.all(made.map((client) => client.end().catch(() => {})))
  }
}
