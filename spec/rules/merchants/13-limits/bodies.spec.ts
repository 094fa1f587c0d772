import { expect } from 'chai'
import { ajv } from '../../../../adapters/http/request/fields.ts'
import { rule } from '../../../rule.ts'
import { apiDescription, at, operationsOf } from '../15-description/oracle/document.ts'

/** The largest body that is read. */
const mostBytes = 16 * 1_024

/** Lists and objects that are expensive to check, each with as many pieces as fit into a body. */
const many: Readonly<Record<string, string>> = {
  'an array of texts': filled('[]', (nth) => `"${nth}"`),
  'an array of numbers': filled('[]', String),
  'an array of arrays': filled('[]', (nth) => `[[[${nth}]]]`),
  'an array of objects': filled('[]', (nth) => `{"${nth}":{}}`),
  'an object of texts': filled('{}', (nth) => `"${nth}":"x"`),
  'an object of wrong values': filled('{}', (nth) => `"\\u0001${nth}":[]`),
}

/** Texts that are expensive to check. */
const long: Readonly<Record<string, string>> = {
  'a long text': JSON.stringify('x'.repeat(mostBytes - 100)),
  'a text of letters of two bytes': JSON.stringify('é'.repeat(mostBytes / 2 - 50)),
}

function filled([opening = '', closing = '']: string, piece: (nth: number) => string): string {
  let text = `${opening}${piece(0)}`
  for (let nth = 1; text.length < mostBytes - 100; nth += 1) text += `,${piece(nth)}`
  return `${text}${closing}`
}

/** Every call with a body, and its schema. */
const bodies = operationsOf(apiDescription).flatMap(({ path, method, operation }) => {
  const { $ref = '' } = (operation.requestBody?.content['application/json']?.schema ?? {}) as { $ref?: string }
  const schema = $ref === '' ? undefined : (at(apiDescription, $ref) as { properties?: object })
  return schema ? [{ call: `${method} ${path}`, schema }] : []
})

/** The number of reads by the check of a body, at any depth: the same on every machine, unlike a time. */
function readsOf(check: (body: unknown) => unknown, body: object): number {
  let reads = 0
  function counted<T extends object>(value: T): T {
    return new Proxy(value, {
      get(of, key) {
        reads += 1
        const found: unknown = Reflect.get(of, key)
        return typeof found === 'object' && found !== null ? counted(found) : found
      },
    })
  }
  check(counted(body))
  return reads
}

/**
 * Whether a check takes more than twenty times as long as reading the text, both at their fastest of 50 times in turn,
 * or of 1,000 on a busy machine.
 */
function takesLong(check: (body: unknown) => unknown, text: string): boolean {
  let [reading, checking] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  const isLong = () => checking > 20 * reading
  for (let times = 0; times < 50 || (times < 1_000 && isLong()); times += 1) {
    const beganMs = performance.now()
    const body = JSON.parse(text)
    const readMs = performance.now()
    check(body)
    checking = Math.min(checking, performance.now() - readMs)
    reading = Math.min(reading, readMs - beganMs)
  }
  return isLong()
}

describe('13 Limits on requests: bodies', () => {
  rule('13.27', 'no body of the allowed size takes much longer to check than to read', () => {
    expect(bodies.length).to.be.greaterThan(3)
    const tooDear = bodies.flatMap(({ call, schema }) => {
      // The gateway reads by hand which fields exclude each other.
      const { allOf: _, ...checked } = schema as { allOf?: unknown }
      const check = ajv.compile(checked)
      const fields = Object.keys(schema.properties ?? {})
      const inEach = (values: Readonly<Record<string, string>>) =>
        fields.flatMap((field) =>
          Object.entries(values).map(([name, text]) => [`${name} as ${field}`, `{"${field}":${text}}`] as const),
        )
      const lists = [...inEach(many), ['an object of texts', many['an object of texts'] ?? ''] as const]
      const dear = [
        ...lists.filter(([, text]) => readsOf(check, JSON.parse(text)) > 2 * mostBytes),
        ...inEach(long).filter(([, text]) => takesLong(check, text)),
      ]
      return dear.map(([name]) => `${call}: ${name}`)
    })
    expect(tooDear).to.deep.equal([])
  })
})
