import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { type StoreMeter, UnusableDatabase } from '../../../core/sente.ts'
import { StoreClosed } from '../client/errors.ts'
import { type Continuity, newContinuity } from '../continuity/continuity.ts'
import type { Batch } from '../continuity/mark.ts'
import type { Peers } from '../continuity/peers.ts'
import type { Address } from './databaseUrl.ts'
import { connectToPrimary, type Use } from './primary.ts'

/** A connection to the primary that is made when it is needed, and again when it was lost. */
export type PrimaryConnection = {
  /** The connection; rejects with the reason when there is none by `untilMs` of the monotonic clock. */
  client(untilMs: number): Promise<pg.Client>
  /** Gives a connection up that was lost or is not trusted any more. */
  drop(client: pg.Client): void
  /** Notes what was committed over a connection; false if its server is not trusted any more, so that it is in doubt. */
  acknowledge(client: pg.Client, batch: Batch): boolean
  close(): Promise<void>
  /** Is told of what is committed over it. */
  readonly meter?: StoreMeter | undefined
}

/** What a kept connection needs. */
export type PrimaryConnectionParts = {
  readonly address: Address
  readonly use: Use
  /** Statements that each new connection begins with; what a server does not know is left out. */
  readonly settings?: readonly string[]
  /** What each new connection is compared with; a new one by default. */
  readonly continuity?: Continuity
  /** The other nodes, for one that serves payments. */
  readonly peers?: Peers | undefined
  /** Called with the error of each attempt that failed. */
  readonly onFailed?: ((error: unknown) => void) | undefined
  readonly meter?: StoreMeter | undefined
}

const [firstPauseMs, longestPauseMs] = [50, 1_000]

/** A backend that waits for a lock looks now and then whether its client is still there, and ends if it is not. */
const endsWithClient = "SET client_connection_check_interval TO '2s'"

/** Connects at the first use. */
export function primaryConnection(parts: PrimaryConnectionParts): PrimaryConnection {
  const { address, use, settings = [], continuity = newContinuity(), peers, onFailed, meter } = parts
  let connecting: Promise<pg.Client> | undefined
  let current: pg.Client | undefined
  let isClosed = false

  async function connect(): Promise<pg.Client> {
    const client = await connectToPrimary(address, use, continuity)
    client.once('end', () => forget(client))
    for (const setting of [endsWithClient, ...settings]) await client.query(setting).catch(() => {})
    try {
      const server = await continuity.compare(client)
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
