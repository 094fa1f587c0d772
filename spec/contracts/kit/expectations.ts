import { AssertionError, deepStrictEqual } from 'node:assert/strict'
import { inspect, isDeepStrictEqual } from 'node:util'

/** Throws unless an adapter's answer equals the expected one, field by field; `what` names it. */
export function equal(seen: unknown, expected: unknown, what: string): void {
  if (isDeepStrictEqual(seen, expected)) return
  const [actual, wanted] = [fieldsOf(seen), fieldsOf(expected)]
  try {
    deepStrictEqual(actual, wanted)
  } catch (error) {
    const diff = error instanceof Error ? error.message : String(error)
    throw new AssertionError({ message: `${what}: ${diff}`, actual, expected: wanted })
  }
}

/** Like `equal`, for rows in any order. */
export function equalInAnyOrder(seen: readonly unknown[], expected: readonly unknown[], what: string): void {
  equal(ordered(seen), ordered(expected), what)
}

/** The error that a promise rejects with; throws when it resolves. `what` names the refused call. */
export async function rejection(promise: Promise<unknown>, what: string): Promise<Error> {
  const seen = await promise.then(
    () => 'it resolved',
    (error: unknown) => (error instanceof Error ? error : `it rejected with ${String(error)}, which is no Error`),
  )
  if (seen instanceof Error) return seen
  throw new AssertionError({ message: `${what}: expected to reject with an Error, but ${seen}` })
}

function ordered(rows: readonly unknown[]): unknown[] {
  const byText = rows.map((row) => [inspect(row, { sorted: true, depth: null }), row] as const)
  return byText.sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
}

/** A value by its fields alone: adapters may give objects of classes of their own. */
function fieldsOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fieldsOf)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, fieldsOf(field)]))
}
