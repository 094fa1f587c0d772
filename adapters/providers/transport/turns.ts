/** Waits for a turn; resolves with what ends it, or with undefined when it was cancelled first. */
export type TakeTurn = (signal: AbortSignal) => Promise<(() => void) | undefined>

/** Lets so many take a turn at once; the others wait in the order in which they came. */
export function turns(atOnce: number): TakeTurn {
  let taken = 0
  const waiting = new Set<(hasTurn: boolean) => void>()

  function end() {
    const [next] = waiting
    if (!next) taken -= 1
    // The turn passes on; the count of those taken stays.
    else next(true)
  }

  function wait(signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (hasTurn: boolean) => {
        waiting.delete(settle)
        signal.removeEventListener('abort', giveUp)
        resolve(hasTurn)
      }
      const giveUp = () => settle(false)
      signal.addEventListener('abort', giveUp)
      waiting.add(settle)
    })
  }

  return async (signal) => {
    if (signal.aborted) return undefined
    if (taken >= atOnce) return (await wait(signal)) ? end : undefined
    taken += 1
    return end
  }
}
