/** A base URL without credentials and without slashes at its end, which some networks refuse to see doubled. */
export function rootOf(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl)
  return `${origin}${pathname.replace(/\/+$/, '')}`
}
