import type { Context } from '../asked.ts'

/** Whether a request's target has the character NUL, which nobody writes, and which PostgreSQL cannot search for. */
export function hasNul({ originalUrl }: Context): boolean {
  return originalUrl.includes('%00')
}

/** The target of a request, with its query. */
export function pathAndQuery(ctx: Context): string {
  return ctx.path + queryOf(ctx)
}

/** The query of a request with its question mark, or nothing. Not all targets that a server receives are URLs. */
export function queryOf({ originalUrl }: Context): string {
  return /\?.*$/s.exec(originalUrl)?.[0] ?? ''
}
