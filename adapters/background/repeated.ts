/** Repeated work. */
export type Repeated = {
  /** Stops starting it; resolves when a run under way has ended. */
  stop(): Promise<void>
}

/**
 * How often to start the work, whether or not the last run has ended, and a function that receives the errors of the
 * runs.
 */
type Repetition = { readonly everyMs: number; readonly onBreakage: (error: unknown) => void }

/** Starts `work` every so many milliseconds until it is stopped. */
export function repeated(work: () => Promise<unknown>, { everyMs, onBreakage }: Repetition): Repeated {
  const underWay = new Set<Promise<unknown>>()
  const timer = setInterval(() => {
    const begun = work()
      .catch(onBreakage)
      .finally(() => underWay.delete(begun))
    underWay.add(begun)
  }, everyMs)
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all(underWay)
    },
  }
}
