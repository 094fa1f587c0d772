/** The fields that every line of a batch has. */
const required = ['reference', 'phone_number', 'amount', 'currency']

/** The fields that can be columns of a batch in a file, beside `metadata.NAME`. */
const fields = [...required, 'network', 'description', 'customer_message']

/** Other headings that people write for a field, without blanks. */
const synonyms: ReadonlyMap<string, string> = new Map([
  ['ref', 'reference'],
  ['phone', 'phone_number'],
  ['mobile', 'phone_number'],
  ['mobilenumber', 'phone_number'],
  ['msisdn', 'phone_number'],
])

/** The headings of a batch’s lines in CSV that say how the lines have ended: they are not read again. */
const ofResults = ['line', 'fee', 'state', 'code', 'transaction_id', 'reason', 'network_receipt']

const known: ReadonlyMap<string, string> = new Map([
  ...fields.map((name) => [folded(name), name] as const),
  ...synonyms,
])
const results: ReadonlySet<string> = new Set(ofResults.map(folded))

/** The most columns of a batch in a file, and the most headings that a message repeats. */
const [mostColumns, mostNamed] = [100, 10]

/** The columns of a file: their number, the fields that are read with their places, and the headings of the others. */
export type Columns = {
  readonly width: number
  readonly read: readonly (readonly [field: string, place: number])[]
  readonly unread: readonly string[]
}

/** The reason why a row of headings is not read, also as a sentence in English, without a full stop. */
export type UnreadHeadings = { readonly problem: string } & (
  | { readonly fault: 'tooWide'; readonly most: number }
  | { readonly fault: 'twice'; readonly field: string }
  /** The other headings, which are not understood, are repeated as a message has them. */
  | { readonly fault: 'noHeading'; readonly missing: readonly string[]; readonly others: string }
)

/**
 * Finds the fields in a row of headings, without regard to case, blanks and underscores; or returns a problem. A column
 * without a heading is not read, and has no name to mention.
 */
export function columnsIn(headings: readonly string[]): Columns | UnreadHeadings {
  if (headings.length > mostColumns)
    return { fault: 'tooWide', most: mostColumns, problem: `the file must have at most ${mostColumns} columns` }
  const found = headings.map((heading, place) => ({ heading, place, field: fieldOf(heading) }))
  const read = found.flatMap(({ field, place }) => (field === undefined ? [] : [[field, place] as const]))
  const names = read.map(([field]) => field)
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice !== undefined)
    return { fault: 'twice', field: twice, problem: `the file must have one column for ${twice}, not several` }
  const others = found.flatMap(({ heading, field }) => (field === undefined && heading !== '' ? [heading] : []))
  const missing = required.filter((name) => !names.includes(name))
  if (missing.length > 0)
    return { fault: 'noHeading', missing, others: quoted(others), problem: withoutColumns(missing, others) }
  return { width: headings.length, read, unread: others.filter((heading) => !results.has(folded(heading))) }
}

function withoutColumns(missing: readonly string[], others: readonly string[]): string {
  const unknown = others.length > 0 ? [`headings that are not understood: ${quoted(others)}`] : []
  const known = `headings that are: ${fields.join(', ')}, metadata.NAME`
  return [`the first row of the file has no heading for ${missing.join(', ')}`, ...unknown, known].join('; ')
}

/** Headings as a message repeats them. */
export function quoted(headings: readonly string[]): string {
  const some = headings.slice(0, mostNamed).map((heading) => `“${heading.slice(0, 40)}”`)
  return [...some, ...(headings.length > mostNamed ? ['…'] : [])].join(', ')
}

/** Names of metadata are used as they are written. */
function fieldOf(heading: string): string | undefined {
  const [, name] = /^metadata\.(.+)$/i.exec(heading) ?? []
  return name === undefined ? known.get(folded(heading)) : `metadata.${name}`
}

function folded(heading: string): string {
  return heading.toLowerCase().replace(/[\s_]/g, '')
}
