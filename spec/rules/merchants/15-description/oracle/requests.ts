import fc from 'fast-check'
import { type ApiDescription, type DescribedParameter, type Operation, operationsOf, type Placed } from './document.ts'

/** A request of the fuzzer. */
type Fuzzed = {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']

/** Text that is sent unchanged in headers. */
const headerText = fc.stringMatching(/^[\x21-\x7e]{0,40}$/)

/** Requests that a description allows, and others that it does not; `authorization` has an accepted key. */
export function requestsFor(description: ApiDescription, authorization: string): fc.Arbitrary<Fuzzed> {
  const operations = operationsOf(description)
  return fc
    .constantFrom(...operations)
    .chain((placed) =>
      fc.record({
        method: mostly(fc.constant(placed.method.toUpperCase()), fc.constantFrom(...methods)),
        path: mostly(pathFor(placed), strangePath(placed)),
        query: queryFor(placed.operation),
        headers: headersFor(authorization),
        body: bodyFor(placed.operation),
      }),
    )
    .map(({ method, path, query, headers, body }) => ({
      method,
      path: query === '' ? path : `${path}?${query}`,
      headers,
      // fetch refuses to send a body by these.
      ...(body !== undefined && !['GET', 'HEAD'].includes(method) && { body }),
    }))
}

function mostly<T>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ arbitrary: usual, weight: 7 }, { arbitrary: other, weight: 1 })
}

/** A value of a parameter's form, its example, or anything. */
function valueFor({ name, example = 'x', schema }: DescribedParameter): fc.Arbitrary<string> {
  const anything = fc.string({ unit: 'binary', maxLength: 30 })
  const value = fc.oneof(fc.constant(`${example}`), allowedBy(schema) ?? fc.constant(`${example}`), anything)
  // Waiting is a matter of time, not of form.
  return value.map((text) => (name === 'wait' && /^[1-9]/.test(text) ? '0' : text))
}

/** A value that a parameter's schema allows, if it lists them. */
function allowedBy({ pattern, enum: words, minimum, maximum }: DescribedParameter['schema']) {
  if (words) return fc.constantFrom(...words)
  if (minimum !== undefined && maximum !== undefined) return fc.integer({ min: minimum, max: maximum }).map(String)
  return pattern === undefined ? undefined : fc.stringMatching(new RegExp(pattern))
}

function pathFor({ path, operation }: Placed): fc.Arbitrary<string> {
  const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path')
  return fc
    .tuple(...parameters.map(valueFor))
    .map((values) =>
      parameters.reduce((text, { name }, index) => text.replace(`{${name}}`, () => encoded(values[index] ?? '')), path),
    )
}

function strangePath({ path }: Placed): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom(`${path}/`, path.toUpperCase(), `/${path}`, path.replace(/\w$/, ''), `${path}%zz`, '/'),
    fc.webPath().map((text) => text || '/'),
  )
}

function queryFor({ parameters = [] }: Operation): fc.Arbitrary<string> {
  const known = parameters
    .filter((parameter) => parameter.in === 'query')
    .map((parameter) => valueFor(parameter).map((value) => `${parameter.name}=${encoded(value)}`))
  const unknown = fc.string({ unit: 'binary', maxLength: 10 }).map((text) => `${encoded(text)}=1`)
  const some = fc.array(fc.oneof(...known, ...known, unknown), { maxLength: 3 }).map((pairs) => pairs.join('&'))
  return known.length > 0 ? fc.oneof(fc.constant(''), some) : mostly(fc.constant(''), some)
}

function encoded(text: string): string {
  return encodeURIComponent(text)
}

function headersFor(authorization: string): fc.Arbitrary<Record<string, string>> {
  const wrong = fc.oneof(
    fc.constantFrom('', 'Bearer', 'Basic eDp5', authorization.slice(0, -1)),
    headerText.map((text) => `Bearer ${text}`),
  )
  const types = ['text/plain', 'application/json; charset=latin1', 'application/merge-patch+json', '*/*']
  return fc.record(
    {
      authorization: mostly(fc.constant(authorization), wrong),
      'content-type': mostly(fc.constant('application/json'), fc.oneof(fc.constantFrom(...types), headerText)),
      accept: fc.oneof(
        fc.constantFrom('text/html', 'application/json', 'text/markdown', '*/*', 'application/problem+json'),
        headerText,
      ),
      'if-none-match': fc.oneof(fc.constantFrom('*', '"x"', 'W/"x"'), headerText),
      'x-forwarded-for': fc.oneof(fc.ipV4(), fc.ipV6(), headerText),
    },
    { requiredKeys: ['authorization', 'content-type'] },
  )
}

function bodyFor({ requestBody }: Operation): fc.Arbitrary<string | undefined> {
  const anything = fc.oneof(
    fc.constant(undefined),
    fc.json(),
    fc.string(),
    fc.constant(`{"apikey":"${'x'.repeat(17_000)}"}`),
  )
  const example = requestBody?.content['application/json']?.example
  if (!example) return anything
  const changes = fc.record(Object.fromEntries(Object.keys(example).map((name) => [name, changed(name)])), {
    requiredKeys: [],
  })
  const reference = fc.oneof(fc.uuid(), fc.nat({ max: 99 }).map(String))
  const good = fc.record({ reference, amount: fc.integer({ min: 400, max: 5_000 }) })
  const body = mostly(
    good.map((fields) => ({ ...example, ...fields })),
    changes.map((fields) => ({ ...example, ...fields })),
  )
  return mostly<string | undefined>(
    body.map((fields) => JSON.stringify(fields)),
    anything,
  )
}

/** Other values for a field of a body: undefined leaves it out. */
function changed(name: string): fc.Arbitrary<unknown> {
  const usual = name === 'amount' ? fc.double() : fc.string()
  return fc.oneof(usual, fc.constantFrom(undefined, null, '', 0, -1, 1e300, true), fc.jsonValue({ maxDepth: 2 }))
}
