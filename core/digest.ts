/** A digest of a text, in 32 bits, that protects nothing: another factor makes another one. */
export function digestOf(text: string, factor = 0x01000193): number {
  let digest = factor
  for (let index = 0; index < text.length; index += 1) {
    digest = Math.imul(digest ^ text.charCodeAt(index), factor)
    digest ^= digest >>> 15
  }
  return digest >>> 0
}
