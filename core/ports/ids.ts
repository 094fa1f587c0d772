/** Makes unique ids. */
export interface Ids {
  /**
   * A UUID of version 7: for rows that are stored in order. The time in it is exactly this moment, in milliseconds since
   * the Unix epoch, the present where none is given; it sorts after the ids made before it of the same moment.
   */
  ordered(atMs?: number): string
  /** A UUID of 122 random bits (version 4): for what must not be guessed. */
  random(): string
}
