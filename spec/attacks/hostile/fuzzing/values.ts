import fc from 'fast-check'

/** A part of every invented text of an attack: an answer with it has echoed. */
export const secret = 'wyvern'

const numbers = [
  ...['-0', '0', '-1', '1e400', '-1e400', '1e-400', '1e308', '5e2', '500.000', '499.99999999999999999', '500.5'],
  ...['NaN', 'Infinity', '-Infinity', '-', '+500', '0500', '.5', '5.', '5e', '0x1F4', '1_000', '500n', '1e21'],
  ...['9007199254740993', '9'.repeat(400), `0.${'0'.repeat(400)}1`, '1'.repeat(10_000), `5${'0'.repeat(309)}`],
]

/** Names that every object inherits. */
const inherited = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'toJSON', 'then', 'length']

const payloads = [
  ...['\0', '\r\nSet-Cookie: a=b\r\n\r\n', "' OR 1=1 --", '<script>', 'jndi:ldap://x', '%00%n%s', '../../etc/passwd'],
  ...['\ud800', '\udfff', '\u202e', '\ufeff', '\u2028', '😀', 'e\u0301', '\u0661\u0662', '\x7f', '\x1b[31m', '\\', '"'],
]

/** Texts that are nearly JSON. */
const brokenTexts = [
  '"\\x41"',
  '"\t\0"',
  '"\\u12"',
  '"unterminated',
  "'single'",
  'undefined',
  'True',
  '"a" "b"',
  '"\\"',
]

const lengths = [17, 101, 1_000, 16_300, 16_400, 70_000]

/** The source text of a JSON value that fits no field, or of something that is not JSON. */
export const hostileValue: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constantFrom(...numbers), weight: 4 },
  { arbitrary: fc.constantFrom(...payloads).map((payload) => JSON.stringify(secret + payload)), weight: 4 },
  { arbitrary: fc.constantFrom(...inherited).map((name) => JSON.stringify(name)), weight: 1 },
  { arbitrary: fc.constantFrom(...brokenTexts), weight: 2 },
  { arbitrary: fc.constantFrom(...lengths).map((length) => JSON.stringify(secret.padEnd(length, 'x'))), weight: 1 },
  { arbitrary: fc.constantFrom('null', 'true', 'false', '""', '[]', '{}', '{"":0}', '[[]]', ''), weight: 2 },
  { arbitrary: nested(), weight: 1 },
  { arbitrary: objectOf(fc.constantFrom(...inherited)), weight: 1 },
  { arbitrary: fc.json({ maxDepth: 3 }).filter((json) => json.length < 2_000), weight: 2 },
  { arbitrary: fc.double().map((number) => String(number)), weight: 1 },
)

/** The source text of a field name that is not in the contract, with its quotes if any. */
export const hostileName: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...inherited).map((name) => JSON.stringify(name)),
  fc.constantFrom(...payloads).map((payload) => JSON.stringify(secret + payload)),
  fc.constantFrom(
    '"Amount"',
    '"amount "',
    '"amount\\u200b"',
    '"\\u005f\\u005fproto__"',
    '"refused"',
    '"body"',
    'amount',
    '',
  ),
)

/** Nested arrays or objects, closed as often as they were opened or not. */
function nested(): fc.Arbitrary<string> {
  return fc
    .record({ depth: fc.constantFrom(2, 100, 2_500), open: fc.constantFrom('[', '{"a":'), isClosed: fc.boolean() })
    .map(({ depth, open, isClosed }) => {
      const close = open === '[' ? ']' : '}'
      return `${open.repeat(depth)}1${isClosed ? close.repeat(depth) : close}`
    })
}

function objectOf(names: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return names.map((name) => `{${JSON.stringify(name)}:{"polluted":"${secret}"}}`)
}
