/** A field of a form as a page shows it. */
export type ShownField = {
  readonly type: string
  /** The values that the browser would send; none for an empty box. */
  readonly values: readonly string[]
  readonly isSecret: boolean
  readonly marks: Readonly<Record<string, string>>
}

/** The fields of the form for a path: of several forms the one with a wrong field; undefined without a form. */
export function shownForm(body: string, path: string): ReadonlyMap<string, ShownField> | undefined {
  const all = [...body.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)]
    .filter(([, head = '']) => attributes(head).action?.replace(/\?.*/, '') === path)
    .map(([, , inside = '']) => inside)
  const inside = all.find((one) => one.includes('aria-invalid')) ?? all[0]
  return inside === undefined ? undefined : fieldsIn(inside)
}

/** The message at a field of a page; undefined without one. */
export function messageAt(body: string, field: string): string | undefined {
  const found = new RegExp(`<small class="bad" id="wrong-${field}">([^<]*)</small>`).exec(body)?.[1]
  return found === undefined ? undefined : plain(found)
}

function fieldsIn(inside: string): ReadonlyMap<string, ShownField> {
  const fields = new Map<string, ShownField>()
  const parts = /<input\b([^>]*)>|<select\b([^>]*)>(.*?)<\/select>|<textarea\b([^>]*)>(.*?)<\/textarea>/gs
  for (const [, input, select, options = '', area, text = ''] of inside.matchAll(parts)) {
    const marks = attributes(input ?? select ?? area ?? '')
    const { name, type = input === undefined ? 'text' : 'text', value = '' } = marks
    if (name === undefined) continue
    const before = fields.get(name)
    const isBox = type === 'checkbox' || type === 'radio'
    const values =
      select !== undefined
        ? chosenIn(options)
        : area !== undefined
          ? [plain(text)]
          : isBox && !('checked' in marks)
            ? []
            : [value]
    fields.set(name, {
      type,
      values: [...(before?.values ?? []), ...values],
      isSecret: type === 'password' || type === 'file',
      marks: before && 'aria-invalid' in before.marks ? before.marks : marks,
    })
  }
  return fields
}

function chosenIn(options: string): readonly string[] {
  const all = [...options.matchAll(/<option\b([^>]*)>/g)].map(([, head = '']) => attributes(head))
  const chosen = all.find((one) => 'selected' in one) ?? all[0]
  return chosen ? [chosen.value ?? ''] : []
}

function attributes(tag: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...tag.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [name, plain(value)]),
  )
}

function plain(text: string): string {
  return text
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
}
