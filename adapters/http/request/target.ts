/** The path of a request's target: without a query, and without scheme and host where the target has them. */
export function pathOf(target: string): string {
  return target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '') || '/'
}

/** The query of a request's target, without its question mark; empty when it has none. */
export function queryOf(target: string): string {
  return /^[^?#]*\?([^#]*)/.exec(target)?.[1] ?? ''
}
