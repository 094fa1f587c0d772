/** The error that a promise rejects with; throws when it does not reject. */
export async function rejection(promise: Promise<unknown>): Promise<Error> {
  const answer = await promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  if ('error' in answer && answer.error instanceof Error) return answer.error
  throw new Error('what was to be rejected was not')
}
