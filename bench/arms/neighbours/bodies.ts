import { ajv } from '../../../adapters/http/request/fields.ts'
import { apiText } from '../../../adapters/http/routes.ts'
import type { Finding } from '../../figures/arm.ts'

/** The largest body that is read, and the number of checks of each. */
const [mostBytes, times] = [16 * 1_024, 15]

const target = { atMost: 2 }

/** The longest time of a check, for each call with a body: the slowest of many bodies of the largest size. */
export function worstBodies(): Finding[] {
  const { paths, components } = JSON.parse(apiText()) as Description
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { requestBody }]) => {
      const { $ref = '' } = requestBody?.content['application/json']?.schema ?? {}
      const schema = components.schemas[$ref.split('/').at(-1) ?? '']
      if (!schema) return []
      const what = `${method.toUpperCase()} ${path}: checking the worst body of 16 KiB`
      return [{ what, value: worstOf(schema), unit: 'ms', target }]
    }),
  )
}

type Schema = { readonly properties?: object }
type Body = { readonly content: Readonly<Record<string, { readonly schema?: { readonly $ref?: string } }>> }
type Description = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly requestBody?: Body }>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** Each slow text as each of the fields, and as the whole body. */
function worstOf(schema: Schema): number {
  const check = ajv.compile(schema)
  const texts = Object.keys(schema.properties ?? {}).flatMap((field) => dear.map((text) => `{"${field}":${text}}`))
  return Math.max(...[...texts, ...dear].map((text) => fastest(() => check(JSON.parse(text)))))
}

/** In milliseconds. The fastest of a few times, since other work of the machine can only make it slower. */
function fastest(check: () => unknown): number {
  const took = Array.from({ length: times }, () => {
    const begunMs = performance.now()
    check()
    return performance.now() - begunMs
  })
  return Math.min(...took)
}

/** Texts that are slow to check, each with as many pieces as fit into a body. */
const dear: readonly string[] = [
  filled('[]', (nth) => `"${nth}"`),
  filled('[]', String),
  filled('[]', (nth) => `[[[${nth}]]]`),
  filled('[]', (nth) => `{"${nth}":{}}`),
  filled('{}', (nth) => `"${nth}":"x"`),
  filled('{}', (nth) => `"\\u0001${nth}":[]`),
  JSON.stringify('x'.repeat(mostBytes - 100)),
  JSON.stringify('é'.repeat(mostBytes / 2 - 50)),
]

function filled([opening = '', closing = '']: string, piece: (nth: number) => string): string {
  let text = `${opening}${piece(0)}`
  for (let nth = 1; text.length < mostBytes - 100; nth += 1) text += `,${piece(nth)}`
  return `${text}${closing}`
}
