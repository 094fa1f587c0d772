const text = { type: 'string', minLength: 1 } as const
const words = { type: 'array', items: text, minItems: 1 } as const
const when = { type: 'object', additionalProperties: { type: 'string' } } as const

function exactly(properties: object, required: readonly string[] = Object.keys(properties)) {
  return { type: 'object', properties, required, additionalProperties: false } as const
}

function described<Schema extends object>(schema: Schema, description: string, ...examples: readonly unknown[]) {
  return { ...schema, description, examples }
}

const column = described(text, 'A column, by the first name of its heading', 'Amount')
const columnOrWhen = 'Columns, each with a regular expression, in upper or lower case. All have to match'

const time = exactly(
  {
    column,
    clock: described(text, 'The column of the time of day, if the first has only the date', 'Time'),
    forms: described(words, 'The forms of times', ['A/B/YYYY HH:mm', 'DD-MMM-YY hh:mm AM', 'serial']),
    dates: described(
      { enum: ['day-first', 'month-first', 'unknown'] },
      'Which of A and B is the day; unknown if the file has to prove it',
      'day-first',
    ),
    offset: described({ type: 'string', pattern: '^[+-](0\\d|1[0-4]):[0-5]\\d$' }, 'The offset from UTC', '+03:00'),
  },
  ['column', 'forms', 'dates', 'offset'],
)

const amount = { oneOf: [exactly({ column }), exactly({ in: column, out: column })] }
const direction = {
  anyOf: [{ const: 'sign' }, exactly({ in: when, out: when, between: when, bySign: when }, ['in', 'out'])],
}
const statuses = { column, succeeded: words, failed: words, pending: words, reversed: words }
const party = exactly(
  {
    columns: described(
      { anyOf: [words, exactly({ in: text, out: text })] },
      'The columns that may have the number, or the column for each direction',
      ['Party', 'Details'],
      { in: 'From', out: 'To' },
    ),
    pattern: described(text, 'A regular expression, whose first group is the number', '^(\\d{9,12}) - '),
    countryCode: described({ type: 'string', pattern: '^\\d{1,4}$' }, 'The prefix of national numbers', '256'),
  },
  ['columns', 'pattern'],
)
const ids = exactly(
  {
    ours: described(text, 'The column of the id that sente has sent', 'External Id'),
    theirs: described(text, 'The column of the network’s own id', 'Transaction ID'),
    form: described(text, 'A regular expression for the network’s own id', '^[0-9]{11}$'),
  },
  [],
)
const notRow = exactly({
  text: described(text, 'A regular expression for the first filled column', '^total'),
  is: { enum: ['note', 'total', 'opening', 'closing', 'end'] },
})

/** The JSON Schema of a profile, with examples. */
export const profileSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'The rules for reading a network’s file',
  ...exactly(
    {
      name: described({ type: 'string', pattern: '^[a-z0-9-]{1,60}$' }, 'The name of the profile', 'our-portal'),
      about: described(text, 'A description of its files', 'the export of our portal'),
      networks: described(words, 'Words in the names of networks with such files', ['MTN']),
      header: described(
        { type: 'array', items: words, minItems: 2 },
        'The headings in their order, each with other spellings',
        [['Date', 'Transaction Date'], ['Amount']],
      ),
      withoutHeader: described({ type: 'boolean' }, 'Whether the file begins with its first row', true),
      unquoted: described(text, 'A column whose text may contain the separator without quotes', 'Reference'),
      rowsBefore: described(
        { type: 'integer', minimum: 0, maximum: 100 },
        'The records that may precede the headings',
        10,
      ),
      time: described(time, 'The time of a row', {
        column: 'Date',
        forms: ['A/B/YYYY HH:mm:ss'],
        dates: 'day-first',
        offset: '+03:00',
      }),
      amount: described(amount, 'The amount, or incoming and outgoing amounts', { in: 'Paid In', out: 'Withdrawn' }),
      decimal: described({ enum: ['.', ','] }, 'The decimal sign; a point by default', ','),
      currency: described({ oneOf: [exactly({ column }), exactly({ code: text })] }, 'The currency', { code: 'UGX' }),
      direction: described(direction, 'The rows of incoming and outgoing money, or the sign of the amount', 'sign'),
      status: described(exactly(statuses, ['column', 'succeeded']), 'The outcomes; all have succeeded without it', {
        column: 'Status',
        succeeded: ['Successful'],
        failed: ['Failed'],
      }),
      party: described(party, 'The number of the other party', { columns: ['Party'], pattern: '^\\+?(\\d{8,15})$' }),
      ids: described(ids, 'The ids of a row', { theirs: 'Transaction ID' }),
      payments: described(when, `The rows that may be payments. ${columnOrWhen}`, { Details: '^pay ' }),
      fees: described(when, `The fees of the network. ${columnOrWhen}`, { Details: 'charge$' }),
      others: described({ anyOf: [when, { const: 'not_ours' }] }, 'The rows that are no payments', 'not_ours'),
      reversals: described(exactly({ rows: when, of: column }, ['rows']), 'The rows that take a payment back', {
        rows: { Details: 'reversal' },
        of: 'Linked Transaction ID',
      }),
      fee: described({ anyOf: [text, words] }, 'The column of the fee in the same row, or several', 'Fee', [
        'Fee',
        'TAX',
      ]),
      balance: described(column, 'The column of the balance after the row', 'Balance'),
      notRows: described({ type: 'array', items: notRow }, 'The records that are no rows', [
        { text: '^total', is: 'total' },
      ]),
      facts: described(
        exactly({ opening: text, closing: text, in: text, out: text }, []),
        'The labels of sums before the headings, as regular expressions',
        { opening: '^opening balance' },
      ),
    },
    ['name', 'about', 'header', 'time', 'amount', 'currency'],
  ),
}
