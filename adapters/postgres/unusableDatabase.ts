/** A database that cannot be opened or served as asked; the message says why, and what the operator can do. */
export class UnusableDatabase extends Error {
  override readonly name = 'UnusableDatabase'
}
