/** Makes unique ids. */
export interface Ids {
  /**
   * A UUID of version 7, for rows that are stored in order. The time in it is exactly the given moment, in milliseconds
   * since the Unix epoch, by default the present. It sorts after earlier ids of the same moment.
   */
  ordered(atMs?: number): string
  /** A UUID of 122 random bits (version 4), for values that must not be guessed. */
  random(): string
}

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
