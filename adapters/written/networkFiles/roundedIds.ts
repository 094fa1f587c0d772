/** Whether a text is a number with zeros after its first 15 digits: a spreadsheet keeps no more. */
function isRounded(text: string): boolean {
  return /^\d{15}0+$/.test(text)
}

/** An id, and its place. */
type Id = { readonly line: number; readonly column: string; readonly text: string }

/**
 * Collects the ids of a file that have more than 15 digits. If all of them end in zeros, a spreadsheet has rounded them;
 * if some do not, it has not.
 */
export function roundedIds() {
  const rounded: Id[] = []
  let isWhole = false
  return {
    add(id: Id): void {
      if (isRounded(id.text)) rounded.push(id)
      else if (/^\d{16,}$/.test(id.text)) isWhole = true
    },
    /** The rounded ids, if a spreadsheet has rounded those of the file. */
    all: (): readonly Id[] => (isWhole ? [] : rounded),
  }
}
