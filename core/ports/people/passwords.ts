/** Hashes passwords: slowly on purpose, a few at a time. Others wait in line. */
export interface Passwords {
  /** The hash of a password, including its parameters. Rejects with {@link PasswordsBusy}. */
  hash(password: string): Promise<string>
  /**
   * Whether a password matches a hash. Without a hash none does, and the check takes as long. Rejects with {@link
   * PasswordsBusy}.
   */
  matches(password: string, hash: string | undefined): Promise<boolean>
  /** Whether a hash has the parameters of new ones. */
  isCurrent(hash: string): boolean
}

/** The error when too many passwords already wait to be hashed. */
export class PasswordsBusy extends Error {
  override readonly name = 'PasswordsBusy'
}

/** Judges how easily passwords are guessed. */
export interface PasswordGuesses {
  /**
   * The number of guesses that find a password, as a power of ten. The likeliest are guessed first: the given words,
   * common passwords, years, runs on a keyboard, and all these with other endings and signs.
   */
  log10(password: string, words: readonly string[]): Promise<number>
}
