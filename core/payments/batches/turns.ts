type Line = { readonly network: string; readonly currency: string }

/** Resolves when it is the caller's turn, with what ends it. */
type TakeTurn = (line: Line) => Promise<() => void>

/** Gives each line to a network so many turns at a time, in the order in which they are asked for. */
export function turns(atOnce: (line: Line) => number): TakeTurn {
  const lines = new Map<string, { taken: number; readonly waiting: (() => void)[] }>()
  return async (line) => {
    const key = `${line.currency} ${line.network}`
    const queue = lines.get(key) ?? { taken: 0, waiting: [] }
    lines.set(key, queue)
    if (queue.taken < atOnce(line)) queue.taken += 1
    else await new Promise<void>((resolve) => queue.waiting.push(resolve))
    return () => {
      const next = queue.waiting.shift()
      if (next) next()
      else queue.taken -= 1
    }
  }
}
