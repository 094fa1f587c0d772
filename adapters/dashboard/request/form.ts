/** A file that came with a form. It is deleted once the form is answered, unless it was moved elsewhere. */
export type Upload = { readonly path: string; readonly fileName: string }

/** The fields of a form with their values. */
export type Form = {
  /** The names of its fields that are no files. */
  readonly names: readonly string[]
  /** A field's text without surrounding blanks; empty if it was left out or sent twice. */
  text(name: string): string
  /** A field's text to the letter, for passwords. */
  exact(name: string): string
  /** Every value of a field that may be chosen more than once. */
  all(name: string): readonly string[]
  /** An uploaded file, if the page accepts any. */
  file(name: string): Buffer | undefined
  /** An uploaded file that was stored while it arrived, if the page accepts any. */
  upload(name: string): Upload | undefined
}

/** A form in the browser's version: the values of each field, and the files by the names of their fields. */
export type SentForm = {
  readonly fields: ReadonlyMap<string, readonly string[]>
  readonly files: ReadonlyMap<string, Buffer>
  readonly uploads?: ReadonlyMap<string, Upload>
}

/** Makes a page's view of a form. */
export function formOf({ fields, files, uploads }: SentForm): Form {
  const all = (name: string) => fields.get(name) ?? []
  const exact = (name: string) => {
    const [value = '', ...others] = all(name)
    return others.length === 0 ? value : ''
  }
  return {
    names: [...fields.keys()],
    all,
    exact,
    text: (name) => exact(name).trim(),
    file: (name) => files.get(name),
    upload: (name) => uploads?.get(name),
  }
}
