import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import type { Ask } from '../../sql/engine/sqlStatement.ts'
import { StoreClosed } from '../client/errors.ts'
import { askOver } from '../client/send.ts'
import { isSame, type Server } from '../client/server.ts'

/** A node's knowledge of the others. */
export type Presence = {
  /** Its own name. */
  readonly name: string
  /** The names of the nodes at the last look, its own among them. */
  readonly others: readonly string[]
  /** The server of that look; null while there was none that can identify itself. */
  readonly met: Server | null
}

/**
 * The nodes that serve one database. Each compares a server only with its own commits. So after a change of the server,
 * no node uses the new one before all have compared it.
 */
export type Peers = {
  /**
   * Shows the others that this node has compared a server. Resolves when the nodes of the server before have compared
   * it, too, or have not come in time.
   */
  meet(client: pg.Client, server: Server | undefined): Promise<void>
  presence(): Presence
  /**
   * Looks for the other nodes again and again, over connections that have met them. When one of them is missing, this
   * node commits before it forgets that one: its own mark then stands for all that the missing node has committed.
   */
  watch(ask: Ask, commit: () => Promise<void>): void
  /** Stops looking. Callers that wait for others are rejected. */
  stop(): void
}

/** How often to look for the other nodes, in milliseconds. This also makes a node without payments connect again. */
const everyMs = 1_000

/** How long to wait for the others, and the pause between two looks, in milliseconds. */
const [patienceMs, pauseMs] = [10_000, 100]

const present = {
  text: `SELECT DISTINCT application_name AS name FROM pg_stat_activity
    WHERE datname = current_database() AND application_name LIKE 'sente %' ORDER BY name`,
}

/**
 * Joins the nodes under the name of an earlier process of the node, or a new one. Its connections have this name on the
 * server.
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
    watch(ask, commit) {
      async function note() {
        const names = await namesOn(ask)
        if (!others.every((other) => names.includes(other))) await commit()
        others = names
      }

      async function look() {
        // Problems of the database are reported by the connection itself.
        await note().catch(() => {})
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
