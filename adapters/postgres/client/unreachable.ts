/** The primary cannot be reached. The message names each server and its answer. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
}
