/** Colours words for a person's terminal. */
export type Paint = {
  good(text: string): string
  bad(text: string): string
  /** For open items. */
  open(text: string): string
}

/** Paints in the terminal's own colours, or leaves texts unchanged. */
export function painter(colours: boolean): Paint {
  const paint = (code: number) => (text: string) => (colours ? `\u001b[${code}m${text}\u001b[39m` : text)
  return { good: paint(32), bad: paint(31), open: paint(33) }
}
