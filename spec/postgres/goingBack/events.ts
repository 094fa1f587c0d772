import { setTimeout } from 'node:timers/promises'
import type { Merchant } from '../../fixtures/processes.ts'

/** A merchant's program that reads its events from all nodes in turn, and continues after the last one. */
export type Reader = {
  /** Resolves with the false events that it got, and the events that it would never get. */
  stop(): Promise<readonly string[]>
}

/** The pause after a page, in milliseconds. */
const restMs = 20

type Page = { readonly events: readonly Event[]; readonly next: number }
type Event = { readonly sequence: number; readonly type: string; readonly data: { readonly state?: string } }

/** Begins at the first event. */
export function readerOf(urls: readonly string[], { secretKey }: Merchant): Reader {
  const untruths: string[] = []
  let [isOver, next, turn] = [false, 0, 0]

  async function pageAfter(url: string, sequence: number): Promise<Page | number | undefined> {
    const headers = { Authorization: `Bearer ${secretKey}` }
    try {
      const answer = await fetch(`${url}/api/v1/events?after=${sequence}&limit=100`, { headers })
      const { data } = (await answer.json()) as { data?: Page }
      return answer.status === 200 ? data : answer.status
    } catch {
      return undefined
    }
  }

  async function read() {
    while (!isOver) {
      turn += 1
      const page = await pageAfter(urls[turn % urls.length] ?? '', next)
      // The events that it has read are gone: it begins again.
      if (page === beyondTheEnd) next = 0
      if (typeof page === 'object') {
        untruths.push(...page.events.flatMap(untruthIn))
        next = page.next
      }
      await setTimeout(restMs)
    }
  }

  const done = read()
  return {
    async stop() {
      isOver = true
      await done
      for (const url of urls) {
        const [page, all] = [await pageAfter(url, next), await pageAfter(url, 0)]
        const isSilent = typeof page === 'object' && page.events.length === 0
        const hasFewer = typeof all === 'object' && all.events.length < 100 && all.next < next
        if (isSilent && hasFewer) untruths.push(`after ${next} there is nothing, and there are ${all.next} events`)
      }
      return untruths
    },
  }
}

/** The status of an answer about a place beyond the last event. */
const beyondTheEnd = 409

/** An event of a payment has its end. */
function untruthIn({ type, data, sequence }: Event): readonly string[] {
  const [, end] = /^(?:payout|collection)\.(\w+)$/.exec(type) ?? []
  return end === undefined || data.state === end
    ? []
    : [`event ${sequence} is ${type} of a payment that is ${data.state}`]
}
