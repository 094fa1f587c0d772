import type { Context } from '../asked.ts'

/**
 * Over TLS a cookie's name binds it to this host alone. Without TLS, as on a developer's machine, that is not possible.
 */
export function cookieName({ state }: Context, name: string): string {
  return state.isOverTls ? `__Host-${name}` : name
}

/** Reads the header `Cookie`. Of cookies with the same name the first one counts, which no other site can have set. */
export function cookiesOf(ctx: Context): (name: string) => string | undefined {
  const cookies = new Map<string, string>()
  for (const part of ctx.headers.cookie?.split(';') ?? []) {
    const [name = '', ...value] = part.split('=')
    if (!cookies.has(name.trim())) cookies.set(name.trim(), value.join('=').trim())
  }
  return (name) => cookies.get(cookieName(ctx, name))
}
