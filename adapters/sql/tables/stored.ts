/** A record as it is stored, with these of its whole numbers bigints. */
export type Stored<Record, Whole extends keyof Record> = Omit<Record, Whole> & { readonly [Name in Whole]: bigint }

/** A whole number that may be missing. */
export function numberOrNull(value: bigint | null): number | null {
  return value === null ? null : Number(value)
}
