import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { openTimes, type Times } from '../figures/tally.ts'
import { doDuties } from '../processes/duties.ts'
import { type Usage, watchUsage } from '../processes/usage.ts'

/** The addresses of endpoints that answer a message at once, and of endpoints that never answer. */
export type ReceiverUrls = { readonly answering: string; readonly hanging: string }

/** The messages to the merchants' servers in a slice. */
export type Arrivals = Usage & {
  /** From the end of a payment to the arrival of its message, for the answered ones. */
  readonly lag: ReturnType<Times['percentiles']>
  readonly count: number
}

/** The events that an endpoint has received: their number, and the last of them by its sequence. */
type Seen = { readonly ids: Set<string>; last: number }

/** Endpoints with a path that begins with this are never answered. */
const hangs = '/hangs'

const byPath = new Map<string, Seen>()
let arrived = 0
let lags = openTimes()
let endWatch: (() => Usage) | undefined

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const nowMs = performance.timeOrigin + performance.now()
  const { url: path = '' } = request
  const { timestamp, sequence } = JSON.parse(await text(request))
  if (path.startsWith(hangs)) return
  response.writeHead(204).end()
  const seen = byPath.get(path) ?? { ids: new Set(), last: 0 }
  byPath.set(path, seen)
  const id = String(request.headers['webhook-id'])
  if (seen.ids.has(id)) return
  seen.ids.add(id)
  seen.last = Math.max(seen.last, sequence)
  arrived += 1
  lags.add(nowMs - Date.parse(timestamp))
}

/** The servers of merchants, which answer a message at once, or never. */
const receiver = doDuties({
  /** Resolves with their addresses. */
  async open(): Promise<ReceiverUrls> {
    const server = createServer((request, response) => void receive(request, response))
    await once(server.listen(0, '127.0.0.1', 4_096), 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    return { answering: `${url}/hooks`, hanging: `${url}${hangs}` }
  },
  beginSlice(): void {
    lags = openTimes()
    endWatch = watchUsage()
  },
  endSlice(): Arrivals {
    if (!endWatch) throw new Error('no slice was begun')
    return { ...endWatch(), lag: lags.percentiles(), count: lags.count }
  },
  /** Waits until so many different answered messages have arrived. */
  async awaitArrivals(count: number): Promise<void> {
    while (arrived < count) await setTimeout(5)
  },
  /** Waits until nothing new has arrived for a while. */
  async awaitQuiet(): Promise<void> {
    for (let before = -1; before !== arrived; await setTimeout(1_000)) before = arrived
  },
  /** The number of endpoints that answer and have had a message. */
  reached: (): number => byPath.size,
  /**
   * The number of missing events before the last one that arrived, for the endpoints that answer. The first is a
   * funding.
   */
  missing: (): number => [...byPath.values()].reduce((sum, { ids, last }) => sum + last - 1 - ids.size, 0),
})

/** The duties of the receivers' process. */
export type ReceiverDuties = typeof receiver
