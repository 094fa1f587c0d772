type Served = { readonly network: string; readonly currency: string }

/** Resolves when the caller has a slot, with the function that gives it back. */
type TakeSlot = (served: Served) => Promise<() => void>

/** Gives each network and currency so many slots at a time, in the order of the requests. */
export function slots(atOnce: (served: Served) => number): TakeSlot {
  const queues = new Map<string, { taken: number; readonly waiting: (() => void)[] }>()
  return async (served) => {
    const key = `${served.currency} ${served.network}`
    const queue = queues.get(key) ?? { taken: 0, waiting: [] }
    queues.set(key, queue)
    if (queue.taken < atOnce(served)) queue.taken += 1
    else await new Promise<void>((resolve) => queue.waiting.push(resolve))
    return () => {
      const next = queue.waiting.shift()
      if (next) next()
      else queue.taken -= 1
    }
  }
}
