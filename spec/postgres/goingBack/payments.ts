import { setTimeout } from 'node:timers/promises'
import { askFor, type PaymentRequest } from '../../attacks/crashes/load/merchant.ts'
import type { Merchant } from '../../fixtures/processes.ts'
import { reached } from '../../fixtures/until.ts'
import { askedNext, openedLink } from '../nodes/load.ts'

/** The number of requests at once, and the pause of each sender, in milliseconds. */
const [atOnce, restMs] = [6, 20]

/** Payments that merchants request from all nodes in turn, each once, until they are stopped. */
export type Payments = {
  /** All requests so far. */
  readonly requests: readonly PaymentRequest[]
  /** Waits until this many more were opened. */
  opened(more: number): Promise<void>
  /** Waits until this many more were answered, with any answer. */
  answered(more: number): Promise<void>
  /** Opens links now; resolves with the function that lets their customers pay. */
  openLinks(count: number): Promise<() => void>
  /** Resolves when the last is answered, or is not. */
  stop(): Promise<void>
}

/** Begins with the payment of this number; an answer that says nothing leaves it unknown. */
export function startPayments(urls: readonly string[], merchants: readonly Merchant[], from: number): Payments {
  const requests: PaymentRequest[] = []
  const next: PaymentRequest[] = []
  let [isOver, opened, answered] = [false, 0, 0]

  async function worker() {
    while (!isOver) {
      const index = from + requests.length
      if (next.length === 0) next.push(...askedNext(merchants, index, requests))
      const payment = next.shift() as PaymentRequest
      requests.push(payment)
      payment.times += 1
      payment.known = await askFor(urls[(index - from) % urls.length] ?? '', payment).catch(
        () => ({ is: 'unknown' }) as const,
      )
      answered += 1
      if (payment.known.is === 'opened') opened += 1
      await setTimeout(restMs)
    }
  }

  const done = Promise.all(Array.from({ length: atOnce }, worker))
  return {
    requests,
    opened(more) {
      const enough = opened + more
      return reached(`${more} more payments are opened`, () => opened >= enough)
    },
    answered(more) {
      const enough = answered + more
      return reached(`${more} more payments are answered`, () => answered >= enough)
    },
    async openLinks(count) {
      const opened: PaymentRequest[] = []
      for (let index = from; index < from + count; index += 1)
        opened.push(...(await openedLink(urls[0] ?? '', merchants[index % merchants.length] as Merchant, index)))
      return () => void next.push(...opened)
    },
    async stop() {
      isOver = true
      await done
    },
  }
}

/** Requests each payment once more from each node, like a shop that lost its answers. */
export async function repeat(urls: readonly string[], requests: readonly PaymentRequest[]): Promise<void> {
  const left = requests.flatMap((one) => urls.map((url) => ({ one, url }))).values()
  async function worker() {
    for (const { one, url } of left) {
      one.times += 1
      await askFor(url, one).catch(() => undefined)
    }
  }
  await Promise.all(Array.from({ length: 2 * atOnce }, worker))
}
