/** Where Node fails before a connection stands. */
const beforeConnected: readonly unknown[] = ['connect', 'getaddrinfo']

/**
 * Whether what `fetch` threw proves that the request was never sent: no address was found, or no connection came about.
 * Node tells it; of what other runtimes throw it is not known.
 */
export function wasNeverSent(thrown: unknown): boolean {
  return thrown instanceof Error && isBeforeConnected(thrown.cause)
}

/** A name with several addresses fails with an error for each. */
function isBeforeConnected(cause: unknown): boolean {
  if (typeof cause !== 'object' || cause === null) return false
  const { code, syscall, errors } = cause as { code?: unknown; syscall?: unknown; errors?: unknown }
  if (Array.isArray(errors)) return errors.length > 0 && errors.every(isBeforeConnected)
  return beforeConnected.includes(syscall) || code === 'UND_ERR_CONNECT_TIMEOUT'
}
