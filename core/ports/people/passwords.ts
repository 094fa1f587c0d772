/** Hashes passwords: slowly on purpose, a few at a time; what comes meanwhile waits in line. */
export interface Passwords {
  /** The hash of a password, which says by itself how it was made; rejects with {@link PasswordsBusy}. */
  hash(password: string): Promise<string>
  /**
   * Whether a password is the one that was hashed; without a hash none is, and finding that out takes as long. Rejects with
   * {@link PasswordsBusy}.
   */
  matches(password: string, hash: string | undefined): Promise<boolean>
  /** Whether a hash is made as new ones are. */
  isCurrent(hash: string): boolean
}

/** Too many passwords wait to be hashed already. */
export class PasswordsBusy extends Error {
  override readonly name = 'PasswordsBusy'
}

/** Judges how easily passwords are guessed. */
export interface PasswordGuesses {
  /**
   * How many guesses find a password, as a power of ten. The likeliest are guessed first: the given words, passwords that
   * many people take, years, runs on a keyboard, and all these with other endings and signs.
   */
  log10(password: string, words: readonly string[]): Promise<number>
}
