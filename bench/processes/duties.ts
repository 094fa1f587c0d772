/** The duties of a child process for its parent, by name. Their parameters and results are plain data. */
export type Duties = Readonly<Record<string, (given: never) => unknown>>

/** A message from the parent to the child. */
export type Request = { readonly id: number; readonly duty: string; readonly given: unknown }

/** A message from the child to the parent: the result of the duty, or the text of its error. */
export type Answer = { readonly id: number; readonly result?: unknown; readonly error?: string }

/**
 * Does the duties of this process when its parent asks, and ends with the parent. Returns the duties, for their type.
 */
export function doDuties<D extends Duties>(duties: D): D {
  const byName = new Map<string, (given: never) => unknown>(Object.entries(duties))
  process.on('disconnect', () => process.exit())
  process.on('message', async ({ id, duty, given }: Request) => {
    try {
      reply({ id, result: await byName.get(duty)?.(given as never) })
    } catch (error) {
      reply({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    }
  })
  return duties
}

function reply(answer: Answer): void {
  process.send?.(answer)
}
