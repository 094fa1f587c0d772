import { AssertionError } from 'node:assert/strict'

/** One promise of a port, held against one adapter. */
export type Trial = {
  /** Its number in sente's rulebook, such as 14.12. */
  readonly rule: string
  /** What is promised, as a sentence. */
  readonly promise: string
  /**
   * Resolves when the adapter keeps the promise, as far as this example shows; otherwise rejects with an AssertionError
   * that names the promise, what was expected and what was seen. Each check opens an adapter of its own.
   */
  check(): Promise<void>
}

/** A promise of a port, and the example that an adapter has to pass. */
export type Fact<Subject> = {
  readonly rule: string
  readonly promise: string
  readonly example: (subject: Subject) => Promise<void>
}

/** States a promise, with the number of its rule and its example. */
export function fact<Subject>(
  rule: string,
  promise: string,
  example: (subject: Subject) => Promise<void>,
): Fact<Subject> {
  return { rule, promise, example }
}

/** Makes a trial of each promise; `run` gives its example what it needs. */
export function trials<Subject>(
  facts: readonly Fact<Subject>[],
  run: (example: Fact<Subject>['example']) => Promise<void>,
): readonly Trial[] {
  return facts.map(({ rule, promise, example }) => ({
    rule,
    promise,
    async check() {
      try {
        await run(example)
      } catch (error) {
        throw broken(`${rule} ${promise}`, error)
      }
    },
  }))
}

/** Opens what an example needs and closes it afterwards; when both fail, the example's failure is the one that is thrown. */
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

/** The failure of a promise: its sentence first, then what was compared, or what the adapter threw. */
function broken(promise: string, error: unknown): Error {
  const { message } = error instanceof Error ? error : { message: String(error) }
  const compared = error instanceof AssertionError ? error : undefined
  const failure = new AssertionError({
    message: `${promise}\n${compared ? message : `the adapter threw: ${message}`}`,
    ...(compared && { actual: compared.actual, expected: compared.expected, operator: compared.operator }),
  })
  failure.cause = error
  return failure
}
