/** The fate of work that takes too long: the answer instead of it, and the receiver of an error that it ends with. */
export type Overdue<T> = { readonly otherwise: () => T; readonly onBreakage: (error: unknown) => void }

/** The result of some work, or another answer after `ms`. The work is not cancelled. */
export async function inTime<T>(work: Promise<T>, ms: number, { otherwise, onBreakage }: Overdue<T>): Promise<T> {
  let timer: NodeJS.Timeout | number | undefined
  const isOver = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, ms))
  })
  try {
    const done = await Promise.race([work.then((result) => ({ result })), isOver])
    if (done) return done.result
    work.catch(onBreakage)
    return otherwise()
  } finally {
    clearTimeout(timer)
  }
}
