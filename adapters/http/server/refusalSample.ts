import type { Logger } from 'pino'
import { countOf } from '../caller/identifyCaller.ts'

/**
 * Whether a request that counts against no limit is logged, rather than only at `debug`. Called with its client
 * network.
 */
export type RefusalSample = (client: string) => boolean

const windowMs = 10_000

/** How many are logged in a window, from one client network and in total. */
const mostOfOne = 10
const mostOfAll = 100

/**
 * Samples requests that are refused before their caller is known. A line at the end of a window gives the number of
 * omitted ones.
 */
export function refusalSample(log: Logger): RefusalSample {
  const counts = new Map<number, number>()
  let logged = 0
  let leftOut = 0

  function endWindow() {
    if (leftOut > 0) log.info({ left_out: leftOut, seconds: windowMs / 1_000 }, 'requests left out')
    counts.clear()
    logged = 0
    leftOut = 0
  }

  return (client) => {
    if (counts.size === 0) setTimeout(endWindow, windowMs).unref()
    const count = (counts.get(countOf(client)) ?? 0) + 1
    counts.set(countOf(client), count)
    const isLogged = count <= mostOfOne && logged < mostOfAll
    if (isLogged) logged += 1
    else leftOut += 1
    return isLogged
  }
}
