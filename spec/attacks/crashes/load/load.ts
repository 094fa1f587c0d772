import { askFor, confirm, type PaymentRequest } from './merchant.ts'

/** How many requests are under way at once. */
const atOnce = 8

/** What is done beside the requests, when its turn comes. */
export type Deed = () => Promise<void>

/** Requests payments from a server, in order, until all are answered or it is gone; records what is known then. */
export async function crashLoad(url: string, turns: readonly (PaymentRequest | Deed)[]): Promise<void> {
  let isGone = false
  await each(turns, async (one) => {
    if (isGone) return
    if (typeof one === 'function') return one()
    one.times += 1
    const fromMs = performance.now()
    try {
      one.known = await askFor(url, one)
      one.asked = { fromMs, toMs: performance.now() }
    } catch {
      // Its outcome is unknown: it is requested again under its reference.
      isGone = true
    }
  })
}

/** Makes a server confirm what earlier ones have answered; resolves with what it does not confirm. */
export async function confirmAll(url: string, requests: readonly PaymentRequest[]): Promise<readonly string[]> {
  const wrong: string[] = []
  await each(
    requests.filter(({ isConfirmed }) => !isConfirmed),
    async (one) => {
      const problem = await confirm(url, one)
      if (problem) wrong.push(problem)
      one.isConfirmed = one.known.is !== 'unknown'
    },
  )
  return wrong
}

async function each<T>(things: readonly T[], act: (thing: T) => Promise<void>): Promise<void> {
  const left = [...things].reverse()
  const worker = async () => {
    for (let thing = left.pop(); thing !== undefined; thing = left.pop()) await act(thing)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
