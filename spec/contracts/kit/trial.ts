import { AssertionError } from 'node:assert/strict'

/** One promise of a port, checked against one adapter. */
export type Trial = {
  /** Its number in sente's rulebook, such as 14.12. */
  readonly rule: string
  /** The promise, as a sentence. */
  readonly promise: string
  /**
   * Resolves when the adapter keeps the promise, as far as this example shows; otherwise rejects with an AssertionError
   * that names the promise, the expected value and the actual one. Each check opens an adapter of its own.
   */
  check(): Promise<void>
}

/** The promises of a port, each with the number of its rule, and the example that an adapter has to pass. */
export type Facts<Subject> = { readonly [promise: `${number} ${string}`]: Example<Subject> }

type Example<Subject> = (subject: Subject) => Promise<void>

/** Makes a trial of each promise; `run` opens the adapter for its example. */
export function trials<Subject>(
  facts: Facts<Subject>,
  run: (example: Example<Subject>) => Promise<void>,
): readonly Trial[] {
  return Object.entries(facts).map(([stated, example]) => ({
    rule: stated.slice(0, stated.indexOf(' ')),
    promise: stated.slice(stated.indexOf(' ') + 1),
    async check() {
      try {
        await run(example)
      } catch (error) {
        throw broken(stated, error)
      }
    },
  }))
}

/** Opens the adapter for an example and closes it afterwards; when both fail, throws the example's failure. */
export async function closing<Opened extends { close?(): unknown }>(
  open: () => Opened | Promise<Opened>,
  example: (opened: Opened) => Promise<void>,
): Promise<void> {
  const opened = await open()
  const failures: unknown[] = []
  await example(opened).catch((error) => failures.push(error))
  try {
    await opened.close?.()
  } catch (error) {
    failures.push(error)
  }
  if (failures.length > 0) throw failures[0]
}

/** The failure of a promise: its sentence, then the comparison, or the adapter's error; with its stack. */
function broken(promise: string, error: unknown): Error {
  if (!(error instanceof AssertionError)) return withStackOf(error, thrown(promise, error))
  const { message, actual, expected } = error
  return withStackOf(error, new AssertionError({ message: `${promise}\n${message}`, actual, expected }))
}

function thrown(promise: string, error: unknown): Error {
  const what = error instanceof Error ? error.message : String(error)
  const failure = new AssertionError({ message: `${promise}\nthe adapter threw: ${what}` })
  failure.cause = error
  return failure
}

function withStackOf(error: unknown, failure: Error): Error {
  const frames = error instanceof Error ? /(\n {4}at .*)+$/.exec(error.stack ?? '')?.[0] : undefined
  if (frames) failure.stack = `${failure.name}: ${failure.message}${frames.replace(/\n.*node:internal\/assert.*/, '')}`
  return failure
}
