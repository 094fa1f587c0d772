import type { Logger } from 'pino'
import { countOf } from '../caller/identifyCaller.ts'

/** Whether the line of a request that nothing counts is to be in the log, or in detail only; told for the network it came from. */
export type RefusalSample = (client: string) => boolean

const windowMs = 10_000

/** So many are logged in a window: of one network, and of all together. */
const mostOfOne = 10
const mostOfAll = 100

/** Samples what is refused before anybody is known to ask; a line at the end of a window tells how many it left out. */
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
