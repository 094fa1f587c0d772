/** Repeated work. */
export type Repeated = {
  /** Stops starting it; resolves when a run under way has ended. */
  stop(): Promise<void>
}

/** How often to start the work, and a function that receives the errors of the runs. */
type Repetition = {
  readonly everyMs: number
  readonly onBreakage: (error: unknown) => void
  /** Whether a run starts while another one is under way; false by default. */
  readonly overlaps?: boolean
}

/** A run of the work; `goesOn` is false from the stop. */
type Run = (goesOn: () => boolean) => Promise<unknown>

/** Starts `work` every so many milliseconds until it is stopped, and not while a run of it is under way. */
export function repeated(work: Run, { everyMs, onBreakage, overlaps = false }: Repetition): Repeated {
  const underWay = new Set<Promise<unknown>>()
  let isStopped = false
  const timer = setInterval(() => {
    if (underWay.size > 0 && !overlaps) return
    const begun = work(() => !isStopped)
      .catch(onBreakage)
      .finally(() => underWay.delete(begun))
    underWay.add(begun)
  }, everyMs)
  return {
    async stop() {
      isStopped = true
      clearInterval(timer)
      await Promise.all(underWay)
    },
  }
}
