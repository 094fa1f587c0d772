import type { Address } from '../connection/databaseUrl.ts'
import { connectToPrimary } from '../connection/primary.ts'
import type { Continuity } from '../continuity/continuity.ts'

/** How often, in milliseconds. */
const everyMs = 2_000

/**
 * Asks all servers regularly which one is the primary, so that a node leaves a former one: as long as that one answers,
 * nothing else reveals the change.
 */
export function watchPrimary(address: Address, answerMs: number, continuity: Continuity): { stop(): void } {
  let timer: NodeJS.Timeout | undefined
  let isStopped = address.urls.length === 1

  async function look() {
    // Problems of the database are reported by the connections in use.
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
