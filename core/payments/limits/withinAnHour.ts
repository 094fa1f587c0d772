const hourMs = 3_600_000

/** Whether a moment counts towards the hour that ends now. So does a later one, from a clock that was ahead. */
export function isWithinAnHour(atMs: number, nowMs: number): boolean {
  return Math.abs(nowMs - atMs) < hourMs
}

/** The most milliseconds until so many of these moments have ceased to count. */
export function untilOver(times: readonly number[], toEnd: number, nowMs: number): number {
  const inOrder = times.toSorted((one, other) => one - other)
  return Math.min(hourMs, (inOrder[toEnd - 1] ?? nowMs) + hourMs - nowMs)
}

/** The time until another of an account's moments can count, in milliseconds; 0 if it can now. */
export function pauseOfAnHour(
  times: readonly number[],
  { nowMs, most }: { readonly nowMs: number; readonly most: number | null },
): number {
  const counted = times.filter((atMs) => isWithinAnHour(atMs, nowMs))
  if (most === null || counted.length < most) return 0
  return untilOver(counted, counted.length - most + 1, nowMs)
}
