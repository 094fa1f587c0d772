/** A written text without marks of direction, as copies from a messenger have them; all blanks and apostrophes are the same. */
export function plainText(written: string): string {
  return written
    .replace(/[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g, '')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
}
