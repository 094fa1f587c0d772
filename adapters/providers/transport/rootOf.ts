/** A base URL without credentials and trailing slashes, because some networks refuse double slashes. */
export function rootOf(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl)
  return `${origin}${pathname.replace(/\/+$/, '')}`
}
