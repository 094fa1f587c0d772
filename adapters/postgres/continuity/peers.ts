import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import type { Ask } from '../../sql/engine/sqlStatement.ts'
import { StoreClosed } from '../client/errors.ts'
import { askOver } from '../client/send.ts'
import { isSame, type Server } from '../client/server.ts'

/** What a node knows of the others. */
export type Presence = {
  /** Its own name. */
  readonly name: string
  /** The names of the nodes that were there last, its own among them. */
  readonly others: readonly string[]
  /** The server on which it has met them; null while there was none that can tell who it is. */
  readonly met: Server | null
}

/**
 * The nodes that serve one database. Each compares a server only with what it has committed itself; so when the server
 * changes, none uses it before all have compared it.
 */
export type Peers = {
  /**
   * Shows the others that this node has compared a server. Resolves when the nodes that were there on the server before
   * have done so, too, or have not come in time.
   */
  meet(client: pg.Client, server: Server | undefined): Promise<void>
  presence(): Presence
  /** Looks again and again who is there, over connections that have met the others. */
  watch(ask: Ask): void
  /** Ends that; who waits for others is rejected. */
  stop(): void
}

/** How often to look who is there, in milliseconds. Also a node without payments connects again by that. */
const everyMs = 1_000

/** How long to wait for the others, and how long between two looks, in milliseconds. */
const [patienceMs, pauseMs] = [10_000, 100]

const present = {
  text: `SELECT DISTINCT application_name AS name FROM pg_stat_activity
    WHERE datname = current_database() AND application_name LIKE 'sente %' ORDER BY name`,
}

/**
 * Joins the nodes under the name that an earlier process of the node has left, or a new one; each of its connections is
 * called by it on the server.
 */
export function joinPeers(before: Presence = newcomer()): Peers {
  const { name } = before
  const announce = { text: `SET application_name TO '${name}'` }
  let { others, met } = before
  let meeting: { readonly server: Server; readonly untilMs: number } | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function namesOn(ask: Ask): Promise<readonly string[]> {
    return (await ask<{ name: string }>(present)).map(({ name }) => name)
  }

  return {
    async meet(client, server) {
      const ask = askOver(client)
      await ask(announce)
      if (!server) return
      if (!isSame(meeting?.server, server)) meeting = { server, untilMs: performance.now() + patienceMs }
      while (!isSame(met ?? undefined, server) && performance.now() < (meeting?.untilMs ?? 0)) {
        const names = await namesOn(ask)
        if (others.every((other) => names.includes(other))) break
        await setTimeout(pauseMs)
        if (isStopped) throw new StoreClosed('the store is closed')
      }
      met = server
    },
    presence: () => ({ name, others, met }),
    watch(ask) {
      async function look() {
        // What is wrong with the database is reported by the connection itself.
        others = await namesOn(ask).catch(() => others)
        if (!isStopped) timer = globalThis.setTimeout(look, everyMs).unref()
      }
      void look()
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

function newcomer(): Presence {
  return { name: `sente ${randomBytes(8).toString('hex')}`, others: [], met: null }
}

/** Whether a value has the form of a node's name. */
export function isNodeName(value: unknown): boolean {
  return typeof value === 'string' && /^sente [0-9a-f]{16}$/.test(value)
}
