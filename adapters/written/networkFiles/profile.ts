import { Ajv, type JSONSchemaType } from 'ajv'

/** Columns by their headings, each with a regular expression that its text must match, in upper or lower case. */
export type When = Readonly<Record<string, string>>

/** Texts of a column that mean the same, in upper or lower case. */
export type Words = readonly string[]

/** The rules for reading a network's file. They are plain data, so that an operator can write them as JSON. */
export type Profile = {
  readonly name: string
  /** A description of its files, in one sentence. */
  readonly about: string
  /** Words, one of which is in the name of each network that makes such files; any network without them. */
  readonly networks?: Words
  /**
   * Its headings in their order, each with alternatives. Together they are the fingerprint by which the profile is
   * chosen. Case, and blanks around them, are ignored.
   */
  readonly header: readonly (readonly string[])[]
  /** True for files without a row of headings: they are read only if the profile is named. */
  readonly withoutHeader?: boolean
  /** The number of rows that may come before the headings; none by default. */
  readonly rowsBefore?: number
  /** The separator of columns; a comma by default. */
  readonly separator?: string
  readonly time: {
    readonly column: string
    /**
     * The forms that a time may have, of `YYYY`, `YY`, `MM`, `DD`, `HH`, `hh` with `AM`, `mm`, `ss`, and `A` and `B` for
     * a day and a month whose order is not known.
     */
    readonly forms: readonly string[]
    /** Which of `A` and `B` is the day; `unknown` if the file itself must prove it. */
    readonly dates: DateOrder | 'unknown'
    /** The offset of the times from UTC, such as `+03:00`. */
    readonly offset: string
  }
  /** The column of the amount, or two columns: incoming and outgoing. */
  readonly amount: { readonly column: string } | { readonly in: string; readonly out: string }
  /** The decimal sign; a point by default. */
  readonly decimal?: '.' | ','
  /** The separator of groups of three digits, if there is one. */
  readonly grouping?: ',' | '.' | ' '
  /** The column of the currency, or its code. */
  readonly currency: { readonly column: string } | { readonly code: string }
  /** The rows of incoming and of outgoing money. If there are two columns of amounts, these decide. */
  readonly direction?: {
    readonly in: When
    readonly out: When
    /** The rows that are transfers between wallets, and no payments. A row of none of these kinds is an error. */
    readonly between?: When
  }
  /** The meaning of a row's status; without it every row has succeeded. */
  readonly status?: {
    readonly column: string
    readonly succeeded: Words
    readonly failed?: Words
    readonly pending?: Words
    readonly reversed?: Words
  }
  /**
   * The place of the other party's number: the first of these columns whose text matches, by the first group. Digits that
   * the file masks may be `*` or `x` there.
   */
  readonly party?: {
    readonly columns: readonly string[]
    readonly pattern: string
    /** The prefix of a number in national form. */
    readonly countryCode?: string
  }
  readonly ids?: {
    /** The column of our id. */
    readonly ours?: string
    /** The column of the network's own id. */
    readonly theirs?: string
    /** A regular expression for the network's own id. It shows an id that a spreadsheet has shortened. */
    readonly form?: string
  }
  /** The rows that may be payments; all that are neither fees nor others without it. */
  readonly payments?: When
  /** The rows that are fees of the network. */
  readonly fees?: When
  /**
   * The rows that are not our payments, such as top-ups. With `not_ours` they are all that are neither payments nor fees,
   * and each of them is listed with its text; otherwise a row of no kind is an error.
   */
  readonly others?: When | 'not_ours'
  /** The rows that take a payment back, and the column with that payment's network id, if it is not their own. */
  readonly reversals?: { readonly rows: When; readonly of?: string }
  /** The column of the fee of a row, and of the balance after it. */
  readonly fee?: string
  readonly balance?: string
}

/** Whether the day comes before the month. */
export type DateOrder = 'day-first' | 'month-first'

const when = { type: 'object', additionalProperties: { type: 'string' } } as const
const words = { type: 'array', items: { type: 'string' }, minItems: 1 } as const
const text = { type: 'string', minLength: 1 } as const

function exactly(properties: object, required: readonly string[] = Object.keys(properties)) {
  return { type: 'object', properties, required, additionalProperties: false } as const
}

const schema = exactly(
  {
    name: { type: 'string', pattern: '^[a-z0-9-]{1,60}$' },
    about: text,
    networks: { ...words, items: text },
    header: { type: 'array', items: { ...words, items: text }, minItems: 2 },
    withoutHeader: { type: 'boolean' },
    rowsBefore: { type: 'integer', minimum: 0, maximum: 100 },
    separator: { type: 'string', minLength: 1, maxLength: 1 },
    time: exactly({
      column: text,
      forms: { ...words, items: text },
      dates: { enum: ['day-first', 'month-first', 'unknown'] },
      offset: { type: 'string', pattern: '^[+-](0\\d|1[0-4]):[0-5]\\d$' },
    }),
    amount: { oneOf: [exactly({ column: text }), exactly({ in: text, out: text })] },
    decimal: { enum: ['.', ','] },
    grouping: { enum: [',', '.', ' '] },
    currency: { oneOf: [exactly({ column: text }), exactly({ code: text })] },
    direction: exactly({ in: when, out: when, between: when }, ['in', 'out']),
    status: exactly({ column: text, succeeded: words, failed: words, pending: words, reversed: words }, [
      'column',
      'succeeded',
    ]),
    party: exactly({ columns: words, pattern: text, countryCode: { type: 'string', pattern: '^\\d{1,4}$' } }, [
      'columns',
      'pattern',
    ]),
    ids: exactly({ ours: text, theirs: text, form: text }, []),
    payments: when,
    fees: when,
    others: { anyOf: [when, { const: 'not_ours' }] },
    reversals: exactly({ rows: when, of: text }, ['rows']),
    fee: text,
    balance: text,
  },
  ['name', 'about', 'header', 'time', 'amount', 'currency'],
)

const ajv = new Ajv({ allErrors: true, strict: false })
const isProfile = ajv.compile<Profile>(schema as unknown as JSONSchemaType<Profile>)

/** Reads a profile from JSON: returns the profile, or its problems. */
export function readProfile(json: string): { readonly profile: Profile } | { readonly problems: readonly string[] } {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (error) {
    return { problems: [`it is not JSON: ${(error as Error).message}`] }
  }
  if (!isProfile(value)) {
    return {
      problems: (isProfile.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`),
    }
  }
  const problems = problemsIn(value)
  return problems.length > 0 ? { problems } : { profile: value }
}

/**
 * The problems that the schema does not cover: each column that is read must be among the headings, and each pattern
 * must be valid.
 */
export function problemsIn(profile: Profile): readonly string[] {
  const named = new Set(profile.header.map(([name]) => name))
  const columns = columnsRead(profile).filter((column) => !named.has(column))
  const patterns = patternsIn(profile).filter((pattern) => !isPattern(pattern))
  const hasDirection = profile.direction !== undefined || 'in' in profile.amount
  return [
    ...columns.map((column) => `the column "${column}" is not the first name of a heading`),
    ...patterns.map((pattern) => `"${pattern}" is not a regular expression`),
    ...(hasDirection
      ? []
      : ['it does not define the direction of the money: it needs direction, or two columns of amounts']),
    ...(profile.others === 'not_ours' && profile.payments === undefined
      ? ['it does not define payments, so that no row would be of others']
      : []),
  ]
}

function columnsRead(profile: Profile): string[] {
  const { time, amount, currency, status, party, ids, reversals, fee, balance } = profile
  return [
    time.column,
    ...Object.values(amount),
    status?.column,
    ids?.ours,
    ids?.theirs,
    reversals?.of,
    fee,
    balance,
    ...('column' in currency ? [currency.column] : []),
    ...(party?.columns ?? []),
    ...conditionsIn(profile).flatMap((condition) => Object.keys(condition)),
  ].filter((column): column is string => column !== undefined)
}

function conditionsIn({ direction, payments, fees, others, reversals }: Profile): readonly When[] {
  const ways = [direction?.in, direction?.out, direction?.between]
  const kinds = [payments, fees, others === 'not_ours' ? undefined : others, reversals?.rows]
  return [...ways, ...kinds].filter((condition) => condition !== undefined)
}

function patternsIn(profile: Profile): readonly string[] {
  const { party, ids } = profile
  const own = [party?.pattern, ids?.form].filter((pattern) => pattern !== undefined)
  return [...conditionsIn(profile).flatMap((condition) => Object.values(condition)), ...own]
}

function isPattern(pattern: string): boolean {
  try {
    new RegExp(pattern, 'iu')
    return true
  } catch {
    return false
  }
}
