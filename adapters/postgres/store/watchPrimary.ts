import type { Address } from '../connection/databaseUrl.ts'
import { connectToPrimary } from '../connection/primary.ts'
import type { Continuity } from '../continuity/continuity.ts'

/** How often, in milliseconds. */
const everyMs = 2_000

/**
 * Asks all servers again and again which one is the primary, so that a node leaves one that was: nothing else tells it
 * as long as that one answers.
 */
export function watchPrimary(address: Address, answerMs: number, continuity: Continuity): { stop(): void } {
  let timer: NodeJS.Timeout | undefined
  let isStopped = address.urls.length === 1

  async function look() {
    // What is wrong with the database is reported by the connections that are used.
    const client = await connectToPrimary(address, { pipeline: false, answerMs }, continuity).catch(() => undefined)
    await client?.end().catch(() => {})
    wait()
  }

  function wait() {
    if (!isStopped) timer = setTimeout(look, everyMs).unref()
  }

  wait()
  return {
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
