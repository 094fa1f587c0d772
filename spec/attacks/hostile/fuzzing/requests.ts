import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { payoutSchema } from '../../../../adapters/http/payments/sendMoney.ts'
import { headOf, type Merchant, type Operation } from '../clients/merchant.ts'
import { hostileName, hostileValue } from './values.ts'

/** A field as source text: its name, with quotes if any, and its value. */
type SourceField = readonly [name: string, value: string]

const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'latin1', 'gzip', 'bomb'] as const

/** A nearly valid request. */
type HostileRequest = typeof hostileRequest extends fc.Arbitrary<infer Request> ? Request : never

/** Placeholders for the merchant's own values, so that a seed gives the same requests for every merchant. */
const keyOfMerchant = '@key@'
const nextReference = '@reference@'

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
  // The text around the object, and the kept part of the whole, from 0 to 1.
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

/** The source text of any value that the API's own schema allows for a field. */
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

/** A change of the field at a place: its new name and value. */
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

/** Writes a hostile request as bytes, one per character, for one merchant and with a reference of its own. */
export function bytesOf(request: HostileRequest, merchant: Merchant, reference: string): string {
  const body = spoilt(encoded(sourceOf(request, merchant, reference), request.encoding), request)
  const { operation, headers, chunks } = request
  const framing = chunks.length > 0 ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`
  const lines = [...headers, framing].map((line) => `${line}\r\n`).join('')
  return headOf(merchant, `POST /api/v1/${operation}`, lines) + (chunks.length > 0 ? chunked(body, chunks) : body)
}

function sourceOf({ fields, before, after }: HostileRequest, { publicKey }: Merchant, reference: string): string {
  const object = `{${fields.map(([name, value]) => `${name}:${value}`).join(',')}}`
  return `${before}${object.replaceAll(keyOfMerchant, publicKey).replaceAll(nextReference, reference)}${after}`
}

/** A body of 1 MB in a few bytes, for a server that inflates it. */
const bomb = gzipSync(`"${'0'.repeat(1_000_000)}"`).toString('latin1')

function encoded(source: string, encoding: (typeof encodings)[number]): string {
  const bytes = Buffer.from(source)
  switch (encoding) {
    case 'utf-8':
      return bytes.toString('latin1')
    case 'utf-16le':
      return Buffer.from(`\ufeff${source}`, 'utf16le').toString('latin1')
    case 'utf-16be':
      return Buffer.from(`\ufeff${source}`, 'utf16le').swap16().toString('latin1')
    case 'latin1':
      return Buffer.from(source, 'latin1').toString('latin1')
    case 'gzip':
      return gzipSync(bytes).toString('latin1')
    case 'bomb':
      return bomb
  }
}

function spoilt(bytes: string, { kept, inserted, insertedAt }: HostileRequest): string {
  const at = Math.floor(bytes.length * insertedAt)
  const all = bytes.slice(0, at) + inserted + bytes.slice(at)
  return all.slice(0, Math.ceil(all.length * kept))
}

function chunked(body: string, sizes: readonly number[]): string {
  const chunks: string[] = []
  for (let at = 0, index = 0; at < body.length; index += 1) {
    const chunk = body.slice(at, at + (sizes[index % sizes.length] ?? 1))
    chunks.push(`${chunk.length.toString(16)}\r\n${chunk}\r\n`)
    at += chunk.length
  }
  return `${chunks.join('')}0\r\n\r\n`
}
