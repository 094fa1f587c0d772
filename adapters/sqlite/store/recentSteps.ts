import type { StepResult } from '../../../core/sente.ts'

/** What became of a step, and whether it changed anything. */
export type Done<T> = { readonly result: T; readonly isChange: boolean }

/** Runs a step, unless one of its name is running or has changed something of late: then resolves as that one did. */
export type Once = <T extends StepResult>(step: string, run: () => Promise<Done<T>>) => Promise<T>

/** So many steps are remembered at least, and up to twice as many. */
const remembered = 250

/**
 * Remembers the latest steps for whoever runs one again. The database needs not know them: a commit into a file has
 * happened or not, and who asked is told, or is gone with this process.
 */
export function recentSteps(): Once {
  let latest = new Map<string, Promise<Done<StepResult>>>()
  let earlier = new Map<string, Promise<Done<StepResult>>>()

  function remember(step: string, done: Promise<Done<StepResult>>) {
    if (latest.size >= remembered) {
      earlier = latest
      latest = new Map()
    }
    latest.set(step, done)
  }

  function forget(step: string) {
    latest.delete(step)
    earlier.delete(step)
  }

  return <T extends StepResult>(step: string, run: () => Promise<Done<T>>) => {
    const known = (latest.get(step) ?? earlier.get(step)) as Promise<Done<T>> | undefined
    if (known) return known.then(({ result }) => result)
    const done = run()
    remember(step, done)
    return done.then(
      ({ result, isChange }) => {
        if (!isChange) forget(step)
        return result
      },
      (error: unknown) => {
        forget(step)
        throw error
      },
    )
  }
}
