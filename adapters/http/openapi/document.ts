import type { KeyScope } from '../../../core/sente.ts'
import { headers } from './answerHeaders.ts'
import { type DocumentedMessage, describeCallbacks, describeMessages } from './messageOperations.ts'
import { type Documented, type Operation, type Parameter, scopeOf, tags } from './operation.ts'
import { responsesOf } from './responses.ts'
import type { Schema } from './schema.ts'

/** The description of the API in OpenAPI 3.1, made of the endpoints themselves. */
type ApiDocument = {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>
} & Readonly<Record<string, unknown>>

/** The facts about the whole API. */
const info = {
  title: 'sente',
  version: 'v1',
  summary: 'Send money to phones and collect money from them.',
  description: `Every answer of the API is JSON: \`{status, message}\`, with \`data\` when it succeeded. Every error has a code in the header \`Error-Code\`, and a \`Link\` to a page that explains the error, whether money moved, whether the reference is used up, and the next steps. With \`Accept: application/problem+json\` the errors contain these facts themselves, in the form of RFC 9457; other answers stay the same.

**After a 500 or no answer at all, repeat the request with the same reference.** A reference is used up once a transaction is recorded under it, so no payment can be made twice: the repetition is then answered 409, with a link to that transaction.

Fields of a body that are not described are ignored. Parameters of a query that are not described are refused by calls with parameters, and ignored by all others. Every path that accepts GET accepts HEAD, and answers it without the body. Other paths are answered 404 with the code \`not_found\`.`,
  contact: { name: 'The operator of this gateway' },
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
} as const

/**
 * Describes these endpoints, and the messages that are sent to merchants' servers. HEAD has no description of its own.
 */
export function describeApi(endpoints: readonly Documented[], messages: readonly DocumentedMessage[]): ApiDocument {
  const schemas: Record<string, object> = {}
  const paths: Record<string, object> = {}
  for (const endpoint of endpoints) paths[pathOf(endpoint)] = { ...paths[pathOf(endpoint)], ...operationsOf(endpoint) }
  const hoisted = hoist(paths, schemas) as ApiDocument['paths']
  const webhooks = hoist(describeMessages(messages), schemas)
  const used = JSON.stringify(hoisted)
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: '/', description: 'The gateway that serves this document.' }],
    security: [{ secretKey: [] }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: hoisted,
    webhooks,
    components: {
      securitySchemes: {
        secretKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The account’s secret key, in the header `Authorization: Bearer SECRET_KEY`. The value beside it is the scope that it needs; the first keys of an account have all scopes.',
        },
      },
      headers: Object.fromEntries(
        Object.entries(headers)
          .flatMap(([name, header]) => [
            [name, { ...header, required: true }] as const,
            [`${name}.optional`, { ...header, required: false }] as const,
          ])
          .filter(([name]) => used.includes(`"#/components/headers/${name}"`)),
      ),
      schemas: Object.fromEntries(Object.entries(schemas).sort(([one], [other]) => (one < other ? -1 : 1))),
    },
  }
}

/** A path as OpenAPI writes it. */
function pathOf({ path }: Documented): string {
  return path.replace(/:(\w+)/g, '{$1}')
}

function operationsOf({ methods, acts, openapi }: Documented): Record<string, object> {
  const scope = scopeOf({ acts })
  return Object.fromEntries(
    methods.map((method) => {
      const name = method.toLowerCase()
      if (isOne(openapi))
        return [name, operationOf(openapi, { method, scope, suffix: methods.length > 1 ? `_${name}` : '' })]
      const one = openapi[method]
      if (!one) throw new Error(`${method} is not described`)
      return [name, operationOf(one, { method, scope })]
    }),
  )
}

/** Whether the endpoint has one description, and not one for each method. */
function isOne(openapi: Documented['openapi']): openapi is Operation {
  return 'id' in openapi
}

function operationOf(
  operation: Operation,
  { method, scope, suffix = '' }: { method: string; suffix?: string; scope: KeyScope | null },
): object {
  const { id, tag, summary, description, parameters = [], body, sends } = operation
  return {
    operationId: `${id}${suffix}`,
    tags: [tag],
    summary,
    description: scope === null ? description : `${description} The key needs the scope \`${scope}\`.`,
    security: scope === null ? [] : [{ secretKey: [scope] }],
    ...(parameters.length > 0 && { parameters: parameters.map(parameterOf) }),
    ...(body && {
      requestBody: {
        required: true,
        content: {
          [body.type ?? 'application/json']: { schema: body.schema, ...(body.example && { example: body.example }) },
          ...Object.fromEntries((body.files ?? []).map((type) => [type, { schema: fileSchema(type) }])),
        },
      },
    }),
    ...(sends && { callbacks: describeCallbacks(sends) }),
    responses: responsesOf(operation, { method, scope }),
  }
}

function fileSchema(type: string): Schema {
  return type.startsWith('text/') ? { type: 'string' } : { type: 'string', format: 'binary' }
}

function parameterOf({ example, isRequired, ...parameter }: Parameter): object {
  const required = parameter.in === 'path' || isRequired === true
  return { ...parameter, required, ...(example !== undefined && { example }) }
}

/** Moves schemas with a title into the components. The examples next to a schema are not schemas. */
function hoist(value: unknown, schemas: Record<string, object>): unknown {
  if (Array.isArray(value)) return value.map((item) => hoist(item, schemas))
  if (typeof value !== 'object' || value === null) return value
  const { title, ...rest } = value as Schema
  const isExample = (key: string) => 'schema' in rest && ['example', 'examples'].includes(key)
  const moved = Object.fromEntries(
    Object.entries(rest).map(([key, inner]) => [key, isExample(key) ? inner : hoist(inner, schemas)]),
  )
  if (typeof title !== 'string') return title === undefined ? moved : { ...moved, title: hoist(title, schemas) }
  schemas[title] = moved
  return { $ref: `#/components/schemas/${title}` }
}
