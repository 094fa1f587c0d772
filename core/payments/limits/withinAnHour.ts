const hourMs = 3_600_000

/** Whether a moment counts towards the hour that ends now: also one that a clock which was ahead has dated later. */
export function isWithinAnHour(atMs: number, nowMs: number): boolean {
  return Math.abs(nowMs - atMs) < hourMs
}

/** In how many milliseconds so many of these moments have ceased to count, at the latest. */
export function untilOver(times: readonly number[], toEnd: number, nowMs: number): number {
  const inOrder = times.toSorted((one, other) => one - other)
  return Math.min(hourMs, (inOrder[toEnd - 1] ?? nowMs) + hourMs - nowMs)
}

/** For how long an account has to wait before another of these counts, in milliseconds; 0 where it need not wait. */
export function pauseOfAnHour(
  times: readonly number[],
  { nowMs, most }: { readonly nowMs: number; readonly most: number | null },
): number {
  const counted = times.filter((atMs) => isWithinAnHour(atMs, nowMs))
  if (most === null || counted.length < most) return 0
  return untilOver(counted, counted.length - most + 1, nowMs)
}
