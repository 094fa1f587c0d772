import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { type StoreMeter, UnusableDatabase } from '../../../core/sente.ts'
import { StoreClosed } from '../client/errors.ts'
import { checkSession, isBehindPooler, markSession } from '../client/session.ts'
import { type Continuity, newContinuity } from '../continuity/continuity.ts'
import type { Batch } from '../continuity/mark.ts'
import type { Peers } from '../continuity/peers.ts'
import type { Address } from './databaseUrl.ts'
import { connectToPrimary, type Use } from './primary.ts'
import { refuseSharing } from './sharing.ts'

/** A connection to the primary, made on demand and again after a loss. */
export type PrimaryConnection = {
  /** The connection. Rejects with the reason when there is none by `untilMs` of the monotonic clock. */
  client(untilMs: number): Promise<pg.Client>
  /** Gives up a connection that was lost or is no longer trusted. */
  drop(client: pg.Client): void
  /** Notes a commit over a connection. False if its server is no longer trusted, so that the commit is in doubt. */
  acknowledge(client: pg.Client, batch: Batch): boolean
  close(): Promise<void>
  /** Receives the commits over it. */
  readonly meter?: StoreMeter | undefined
}

/** The dependencies of a kept connection. */
export type PrimaryConnectionParts = {
  readonly address: Address
  readonly use: Use
  /** The first statements of each new connection. Settings that a server does not know are left out. */
  readonly settings?: readonly string[]
  /** The knowledge that each new connection is compared with; empty by default. */
  readonly continuity?: Continuity
  /** The other nodes, for a node that serves payments. */
  readonly peers?: Peers | undefined
  /** Called with the error of each failed attempt. */
  readonly onFailed?: ((error: unknown) => void) | undefined
  readonly meter?: StoreMeter | undefined
}

const [firstPauseMs, longestPauseMs] = [50, 1_000]

/** A backend that waits for a lock checks regularly whether its client is still there, and ends if it is not. */
const endsWithClient = "SET client_connection_check_interval TO '2s'"

/**
 * PostgreSQL compiles statements whose cost it overestimates, as it does before tables are analysed: half a second of CPU
 * time for each new connection.
 */
const withoutCompiling = 'SET jit TO off'

/** Connects on first use. */
export function primaryConnection(parts: PrimaryConnectionParts): PrimaryConnection {
  const { address, use, settings = [], continuity = newContinuity(), peers, onFailed, meter } = parts
  let connecting: Promise<pg.Client> | undefined
  let current: pg.Client | undefined
  let isClosed = false

  async function connect(): Promise<pg.Client> {
    const client = await connectToPrimary(address, use, continuity)
    client.once('end', () => forget(client))
    try {
      await markSession(client)
      for (const setting of [endsWithClient, withoutCompiling, ...settings]) await client.query(setting).catch(() => {})
      await (isBehindPooler(client) ? refuseSharing(address, continuity, client) : checkSession(client))
      const server = await continuity.compare(client, address.name)
      await peers?.meet(client, server)
    } catch (error) {
      void client.end().catch(() => {})
      throw error
    }
    current = client
    return client
  }

  function forget(client: pg.Client) {
    if (current === client) current = undefined
  }

  async function connected(): Promise<pg.Client> {
    if (isClosed) throw new StoreClosed('the store is closed')
    if (current) return current
    connecting ??= connect().finally(() => {
      connecting = undefined
    })
    return connecting
  }

  return {
    meter,
    async client(untilMs) {
      for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
        try {
          return await connected()
        } catch (error) {
          if (error instanceof StoreClosed) throw error
          onFailed?.(error)
          const leftMs = untilMs - performance.now()
          if (error instanceof UnusableDatabase || leftMs <= 0) throw error
          await setTimeout(Math.min(pauseMs, leftMs))
        }
      }
    },
    drop(client) {
      if (client !== current) return
      forget(client)
      void client.end().catch(() => {})
    },
    acknowledge: continuity.acknowledge,
    async close() {
      isClosed = true
      const client = current ?? (await connecting?.catch(() => undefined))
      await client?.end().catch(() => {})
    },
  }
}
