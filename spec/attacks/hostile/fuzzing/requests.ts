import fc from 'fast-check'
import { payoutSchema } from '../../../../adapters/http/payments/sendMoney.ts'
import type { Operation } from '../clients/merchant.ts'
import { hostileName, hostileValue } from './values.ts'

/** A field as source text: its name, with quotes if any, and its value. */
type SourceField = readonly [name: string, value: string]

const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'latin1', 'gzip', 'bomb'] as const

/** A nearly valid request. */
export type HostileRequest = typeof hostileRequest extends fc.Arbitrary<infer Request> ? Request : never

/** Placeholders for the merchant's own values, so that a seed gives the same requests for every merchant. */
export const keyOfMerchant = '@key@'
export const nextReference = '@reference@'

/** The names of the API's fields, in the contract's order. */
const fieldNames = payoutSchema.required

const good: Record<(typeof fieldNames)[number], string | number> = {
  apikey: keyOfMerchant,
  reference: nextReference,
  phone_number: '256750000001',
  amount: 500,
  currency: 'UGX',
  network: 'AIRTEL',
  pin: '4071',
}

const goodFields: readonly SourceField[] = fieldNames.map((name) => [JSON.stringify(name), JSON.stringify(good[name])])

const position = fc.double({ min: 0, max: 1, noNaN: true })

/** Values of the right form with another meaning. */
const nearValue = fc.constantFrom(
  ...['500', '499', '5000000', '5000001', '"UGX"', '"ugx"', '"USD"', '"EUR"', '"MTN"', '"mtn"', '"AIRTEL "'],
  ...['"25677000001"', '"2567700000011"', '"15550000001"', '"1234567"', '"1234567890123456"', '"9999"', '"12345"'],
)

/** One change of the fields. */
const change: fc.Arbitrary<(fields: readonly SourceField[]) => readonly SourceField[]> = fc.oneof(
  {
    arbitrary: fc
      .tuple(fieldIndex(), fc.oneof(hostileValue, nearValue))
      .map(([at, value]) => changed(at, ([name]) => [name, value])),
    weight: 6,
  },
  {
    arbitrary: fieldIndex().chain((at) => fittingValue(at).map((value) => changed(at, ([name]) => [name, value]))),
    weight: 2,
  },
  {
    arbitrary: fc.tuple(fieldIndex(), hostileName).map(([at, name]) => changed(at, ([, value]) => [name, value])),
    weight: 1,
  },
  { arbitrary: fieldIndex().map((at) => (fields: readonly SourceField[]) => fields.toSpliced(at, 1)), weight: 1 },
  {
    arbitrary: fc
      .tuple(fieldIndex(), hostileValue, fc.boolean())
      .map(([at, value, isLast]) => doubled(at, value, isLast)),
    weight: 2,
  },
  { arbitrary: fc.tuple(fieldIndex(), hostileName, hostileValue).map(([at, ...field]) => added(at, field)), weight: 2 },
)

const nothing = fc.constant('')

/** Requests that are valid apart from a few changes. */
export const hostileRequest = fc.record({
  operation: fc.constantFrom<Operation>('send-money', 'collect-money'),
  fields: fc
    .array(change, { minLength: 1, maxLength: 3 })
    .map((changes) => changes.reduce((fields, apply) => apply(fields), goodFields)),
  // The text around the object, and how much of the whole is kept, from 0 to 1.
  before: mostly(nothing, fc.constantFrom('\ufeff', '[', '"', ' ', '\n', '//\n', ")]}',\n", '{}', '\0', 'null')),
  after: mostly(nothing, fc.constantFrom(']', '"', '}', ',', '{}', '\0', '//', '\n\n', '\u001a', ' '.repeat(16_384))),
  kept: mostly(fc.constant(1), position),
  // Bytes, one per character, inserted at a position from 0 to 1.
  inserted: mostly(
    nothing,
    fc.constantFrom('\xff', '\xc0\xaf', '\xed\xa0\x80', '\xf0\x9f', '\0', '\\', '"', ',', '\x80'),
  ),
  insertedAt: position,
  encoding: mostly<(typeof encodings)[number]>(fc.constant('utf-8'), fc.constantFrom(...encodings)),
  headers: mostly<readonly string[]>(fc.constant(['Content-Type: application/json']), oddHeaders()),
  // The sizes of its chunks, repeated; with none it states its length.
  chunks: mostly<readonly number[]>(
    fc.constant([]),
    fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 4 }),
  ),
})

/** The source text of any value that the API's own schema allows a field. */
function fittingValue(at: number): fc.Arbitrary<string> {
  const { type, pattern } = { pattern: undefined, ...schemaOf(at) }
  if (type === 'number') return fc.double({ noNaN: true, noDefaultInfinity: true }).map(String)
  const text = pattern === undefined ? fc.string({ minLength: 1 }) : fc.stringMatching(new RegExp(pattern))
  return text.map((value) => JSON.stringify(value))
}

function schemaOf(at: number) {
  const name = fieldNames[at]
  const schema = name && payoutSchema.properties[name]
  if (!schema) throw new Error(`the API has no field ${at}`)
  return schema
}

function mostly<T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ arbitrary: usual, weight: 30 }, { arbitrary: odd, weight: 1 })
}

function oddHeaders(): fc.Arbitrary<readonly string[]> {
  const types = [
    'text/plain',
    'application/json; charset=utf-16',
    'application/json; charset=utf-7',
    'application/jso\u00f1',
  ]
  const others = [
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    ';',
    'application/json;charset="utf-8',
  ]
  const codings = ['gzip', 'deflate', 'br', 'identity', 'gzip, identity', 'x-unknown', '']
  return fc.oneof(
    fc.constantFrom(...types, ...others).map((type) => [`Content-Type: ${type}`]),
    fc.constantFrom(...codings).map((coding) => ['Content-Type: application/json', `Content-Encoding: ${coding}`]),
    fc.constant(['Content-Type: application/json', 'Content-Type: text/plain']),
    fc.constant([]),
  )
}

function fieldIndex(): fc.Arbitrary<number> {
  return fc.nat({ max: goodFields.length - 1 })
}

/** A change of the field at a place: how its name and value become others. */
function changed(at: number, change: (field: SourceField) => SourceField) {
  return (fields: readonly SourceField[]) => fields.map((field, index) => (index === at ? change(field) : field))
}

function doubled(at: number, value: string, isLast: boolean) {
  return (fields: readonly SourceField[]) => {
    const [name = '"amount"'] = fields[at] ?? []
    return isLast ? [...fields, [name, value] as const] : [[name, value] as const, ...fields]
  }
}

function added(at: number, field: SourceField) {
  return (fields: readonly SourceField[]) => fields.toSpliced(at, 0, field)
}
