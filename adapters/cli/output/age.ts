/** A duration in words: whole hours up to two days, then whole days, such as `47 h` and `2 d`. */
export function ageText(ms: number): string {
  const hours = Math.max(0, Math.floor(ms / 3_600_000))
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`
}
