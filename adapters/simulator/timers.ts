/** Timers that one call can stop. */
export type Timers = {
  /** Resolves after `ms` milliseconds; never, if the timers are stopped before. */
  pause(ms: number): Promise<void>
  /** Cancels every pause that has not ended. */
  stop(): void
}

/** Makes an empty set of timers. */
export function openTimers(): Timers {
  const waiting = new Set<NodeJS.Timeout>()
  return {
    pause: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => {
          waiting.delete(timer)
          resolve()
        }, ms)
        waiting.add(timer)
      }),
    stop() {
      for (const timer of waiting) clearTimeout(timer)
      waiting.clear()
    },
  }
}
