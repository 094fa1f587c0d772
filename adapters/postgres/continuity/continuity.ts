import type pg from 'pg'
import { Unreachable } from '../client/errors.ts'
import { giveUp, isGivenUp } from '../client/send.ts'
import { isOlder, isSame, type Server } from '../client/server.ts'
import { beginQuarantine, compareWith } from './compareWithMark.ts'
import { refuseElsewhere } from './home.ts'
import { type Batch, type Mark, noMark } from './mark.ts'

/**
 * Ensures that a server has all commits acknowledged by earlier servers before it is used. One server is trusted at a
 * time: as soon as another one is, the connections to the others are given up, and their later acknowledgements are in
 * doubt. So everything that counts as acknowledged is in the mark that a new connection is compared with, or was
 * acknowledged by the same server.
 */
export type Continuity = {
  /** Throws for a server that was the primary before a trusted one. */
  refuseOlder(server: Server | undefined): void
  /** Trusts this server and no other from now on. Throws for an older one. */
  trust(server: Server | undefined): void
  /** Gives all connections up, because the primary cannot be identified. */
  trustNone(): void
  /** Adds a connection to a server. It must be compared before it is used. */
  add(client: pg.Client, server: Server | undefined): void
  /**
   * Checks whether the mark is in the database of a connection, and begins a quarantine there if it is not. Resolves
   * with the connection's server. Rejects with `Elsewhere` for books of another database than the one with this name.
   */
  compare(client: pg.Client, name: string): Promise<Server | undefined>
  /**
   * Notes a batch that was acknowledged over a connection. False if the connection was given up, so that the batch is
   * in doubt.
   */
  acknowledge(client: pg.Client, batch: Batch): boolean
  mark(): Mark
}

/**
 * Begins with the mark of an earlier process of the node. `onQuarantine` is called when a quarantine has begun, or is
 * already under way, because a server lacks commits.
 */
export function newContinuity(before: Mark = noMark, onQuarantine: () => void = () => {}): Continuity {
  let { server: last, transaction } = before
  let hasAcknowledged = false
  const batches = new Set(before.batches)
  const clients = new Map<pg.Client, Server | undefined>()
  /** The batches that were committed before any that the connection still acknowledges. */
  const earlier = new WeakMap<pg.Client, readonly string[]>()

  const mark = () => ({ server: last, batches: [...batches], transaction })

  function refuseOlder(server: Server | undefined) {
    if (!server || !last || !isOlder(server, last)) return
    throw new Unreachable(
      `it is on timeline ${server.timeline}, and was the primary before the one on ${last.timeline}`,
    )
  }

  function forget(known: Mark) {
    for (const id of known.batches) batches.delete(id)
    if (transaction === known.transaction) transaction = null
  }

  function acknowledge(client: pg.Client, { id, opened }: Batch): boolean {
    if (isGivenUp(client)) return false
    for (const before of earlier.get(client) ?? []) batches.delete(before)
    earlier.set(client, [id])
    batches.add(id)
    hasAcknowledged = true
    if (opened && (!transaction || opened.transactionId > transaction.transactionId)) transaction = opened
    return true
  }

  return {
    refuseOlder,
    trust(server) {
      refuseOlder(server)
      if (!server) return
      last = { system: server.system, timeline: server.timeline }
      for (const [client, other] of clients) if (!isSame(server, other)) giveUp(client)
    },
    trustNone() {
      for (const [client, server] of clients) if (server) giveUp(client)
    },
    add(client, server) {
      clients.set(client, server)
      client.once('end', () => clients.delete(client))
    },
    async compare(client, name) {
      const known = mark()
      const { isBehind, isEmpty, nowMs, home } = await compareWith(client, known)
      refuseElsewhere(home, clients.get(client), name)
      if (isBehind && isEmpty && !hasAcknowledged) {
        forget(known)
        return clients.get(client)
      }
      const quarantine = isBehind ? await beginQuarantine(client, known, nowMs) : undefined
      earlier.set(client, known.batches)
      if (quarantine !== undefined) {
        // The commits behind the quarantine are not looked for again: otherwise it could not be ended.
        if (acknowledge(client, { id: quarantine })) forget({ ...known, batches: [] })
        onQuarantine()
      }
      return clients.get(client)
    },
    acknowledge,
    mark,
  }
}
