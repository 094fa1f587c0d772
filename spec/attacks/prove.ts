import fc from 'fast-check'

/** The number of trials of a property, and the seed; a path repeats one failure. */
export type Trial = { readonly sequences: number; readonly seed?: number; readonly path?: string }

/** Tries a property; resolves with its failure: the counterexample and the command that repeats it. */
export async function failureOf<T>(
  property: fc.IAsyncProperty<T>,
  { sequences, seed, path }: Trial,
  command: string,
): Promise<string | undefined> {
  const found = await fc.check(property, {
    numRuns: sequences,
    ...(seed !== undefined && { seed }),
    ...(path !== undefined && { path }),
  })
  if (!found.failed) return undefined
  const cause = found.errorInstance instanceof Error ? found.errorInstance.stack : String(found.errorInstance)
  const repeat = `npm run soak -- ${command} --seed ${found.seed} --path ${found.counterexamplePath}`
  return `${fc.defaultReportMessage(found)}\n${cause}\n\nRepeat it with: ${repeat}\n`
}

/** Tries a property in a test; throws its failure. */
export async function prove<T>(property: fc.IAsyncProperty<T>, sequences: number, command: string): Promise<void> {
  const failure = await failureOf(property, { sequences }, command)
  if (failure) throw new Error(failure)
}
