/** Makes unique ids. */
export interface Ids {
  /** A UUID that sorts after those made before it (version 7): for rows that are stored in order. */
  ordered(): string
  /** A UUID of 122 random bits (version 4): for what must not be guessed. */
  random(): string
}
