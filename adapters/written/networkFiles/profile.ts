import { Ajv, type JSONSchemaType } from 'ajv'
import { profileSchema } from './profileSchema.ts'

/** Columns by their headings, each with a regular expression that its text must match, in upper or lower case. */
export type When = Readonly<Record<string, string>>

/** Texts of a column that mean the same, in upper or lower case. */
export type Words = readonly string[]

/** The rules for reading a network's file. They are plain data, so that an operator can write them as JSON. */
export type Profile = {
  readonly name: string
  /** A description of its files, in one sentence. */
  readonly about: string
  /** Words in the names of the networks that make such files: one in each. Without them, any network may. */
  readonly networks?: Words
  /**
   * Its headings in their order, each with alternatives. Together they are the fingerprint by which the profile is
   * chosen. Case, and blanks around them, are ignored.
   */
  readonly header: readonly (readonly string[])[]
  /** True for files without a row of headings: they are read only if the profile is named. */
  readonly withoutHeader?: boolean
  /** The column whose text may contain the separator without quotes. It is not read. */
  readonly unquoted?: string
  /** The number of rows that may come before the headings; none by default. */
  readonly rowsBefore?: number
  readonly time: {
    readonly column: string
    /** The column of the time of day, if the first has only the date. It stands after it, and a blank, in the forms. */
    readonly clock?: string
    /**
     * The forms that a time may have, of `YYYY`, `YY`, `MM`, `MMM` for its name, `DD`, `HH`, `hh` with `AM`, `mm`, `ss`,
     * and `A` and `B` for a day and a month whose order is not known; or `serial`, a spreadsheet's number of days.
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
  /** The column of the currency, or its code. */
  readonly currency: { readonly column: string } | { readonly code: string }
  /**
   * The rows of incoming and of outgoing money; or `sign`: outgoing amounts are below zero, or debits. If there are two
   * columns of amounts, these decide.
   */
  readonly direction?:
    | 'sign'
    | {
        readonly in: When
        readonly out: When
        /** The rows that are transfers between wallets, and no payments. A row of none of these kinds is an error. */
        readonly between?: When
        /**
         * The rows whose amount shows it, since both sides are numbers: it is below zero if the money is outgoing. The
         * number of the account itself must be the same in all of them.
         */
        readonly bySign?: When
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
   * The place of the other party's number: the first group of the first column that matches, or of the column for the
   * direction of the money. Digits that the file masks may be `*` or `x` there.
   */
  readonly party?: {
    readonly columns: Words | { readonly in: string; readonly out: string }
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
  /** The column of the fee of a row, or several that add up. */
  readonly fee?: string | Words
  /** The column of the balance after a row. */
  readonly balance?: string
  /**
   * The records that are no rows, each by a regular expression for the text of its first filled column. A record with a
   * time is always a row. Sums and balances in them are checked.
   */
  readonly notRows?: readonly NotRow[]
  /** The labels before the headings whose next filled column is a sum or balance, each a regular expression. */
  readonly facts?: { readonly [Name in SumName]?: string }
}

/** A sum of all rows: a balance before or after them, or all that came in or went out. */
export type SumName = 'opening' | 'closing' | 'in' | 'out'

/**
 * A kind of records that are no rows: a note; the totals of the columns above; a balance before or after all rows; or
 * the end of the table, after which there is no row.
 */
export type NotRow = { readonly text: string; readonly is: 'note' | 'total' | 'opening' | 'closing' | 'end' }

/** Whether the day comes before the month. */
export type DateOrder = 'day-first' | 'month-first'

const ajv = new Ajv({ allErrors: true, strict: false })
const isProfile = ajv.compile<Profile>(profileSchema as unknown as JSONSchemaType<Profile>)

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
  const { unquoted, time, amount, currency, status, party, ids, reversals, fee, balance } = profile
  return [
    unquoted,
    time.column,
    time.clock,
    ...Object.values(amount),
    status?.column,
    ids?.ours,
    ids?.theirs,
    reversals?.of,
    balance,
    ...[fee ?? []].flat(),
    ...('column' in currency ? [currency.column] : []),
    ...Object.values(party?.columns ?? {}),
    ...conditionsIn(profile).flatMap((condition) => Object.keys(condition)),
  ].filter((column): column is string => column !== undefined)
}

function conditionsIn({ direction, payments, fees, others, reversals }: Profile): readonly When[] {
  const ways = direction === 'sign' ? [] : [direction?.in, direction?.out, direction?.between, direction?.bySign]
  const kinds = [payments, fees, others === 'not_ours' ? undefined : others, reversals?.rows]
  return [...ways, ...kinds].filter((condition) => condition !== undefined)
}

function patternsIn(profile: Profile): readonly string[] {
  const { party, ids, notRows = [], facts } = profile
  const texts = [...notRows.map(({ text }) => text), ...Object.values(facts ?? {})]
  const own = [party?.pattern, ids?.form, ...texts].filter((pattern) => pattern !== undefined)
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
