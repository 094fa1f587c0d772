/** The fields of a form, as they were filled in. */
export type Form = {
  /** A field's text without blanks around it; empty where it was left out or filled in twice. */
  text(name: string): string
  /** A field's text to the letter, for passwords. */
  exact(name: string): string
  /** Every value of a field that may be chosen more than once. */
  all(name: string): readonly string[]
  /** A file that was chosen, where the page takes any. */
  file(name: string): Buffer | undefined
}

/** Reads what the body parser has made of a form. */
export function formOf(body: unknown, files: ReadonlyMap<string, Buffer> = new Map()): Form {
  const fields = new Map(Object.entries((body ?? {}) as Record<string, string | string[]>))
  const exact = (name: string) => {
    const value = fields.get(name)
    return typeof value === 'string' ? value : ''
  }
  return {
    exact,
    text: (name) => exact(name).trim(),
    all: (name) => [fields.get(name) ?? []].flat(),
    file: (name) => files.get(name),
  }
}
