/** Where a page of an account's transactions ended. */
type Place = { readonly accountId: string; readonly sequence: number }

/** Writes a place as the opaque text that merchants hand back to go on from it. */
export function cursorOf({ accountId, sequence }: Place): string {
  return Buffer.from(`${accountId} ${sequence}`).toString('base64url')
}

/** Reads the place back; undefined for what was never written for this account. */
export function sequenceOf(cursor: string, accountId: string): number | undefined {
  const sequence = Number(Buffer.from(cursor, 'base64url').toString().split(' ').at(-1))
  // Decoding is lenient: only what would be written the same way counts.
  const isOurs = Number.isSafeInteger(sequence) && sequence >= 0 && cursorOf({ accountId, sequence }) === cursor
  return isOurs ? sequence : undefined
}
