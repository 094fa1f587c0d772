/** The moment in an id of version 7, in milliseconds since the Unix epoch. */
export function momentIn(id: string): number {
  return Number.parseInt(id.replace('-', '').slice(0, 12), 16)
}

/** The lowest id of version 7 (RFC 9562) whose time is this moment, in milliseconds since the Unix epoch. */
export function lowestIdAt(ms: number): string {
  const time = Math.min(Math.max(Math.trunc(ms), 0), 2 ** 48 - 1)
    .toString(16)
    .padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}

/** A digest of a text, in 32 bits, that protects nothing: another factor makes another one. */
export function digestOf(text: string, factor = 0x01000193): number {
  let digest = factor
  for (let index = 0; index < text.length; index += 1) {
    digest = Math.imul(digest ^ text.charCodeAt(index), factor)
    digest ^= digest >>> 15
  }
  return digest >>> 0
}
