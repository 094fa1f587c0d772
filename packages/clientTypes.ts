/** A part of a JSON schema, in the form of the API's description. */
type Schema = {
  readonly $ref?: string
  readonly enum?: readonly unknown[]
  readonly type?: string | readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
  readonly description?: string
}

type Parameter = {
  readonly in: string
  readonly name: string
  readonly required: boolean
  readonly description: string
  readonly schema: Schema
}
type Operation = { readonly operationId: string; readonly parameters?: readonly Parameter[] }

/** The source of the types. */
type Document = {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
  readonly paths: Readonly<Record<string, { readonly get?: Operation }>>
}

/** The file of the written types. */
export const clientTypesFile = 'adapters/client/apiTypes.ts'

/** The schemas that the client's calls name, and the ones that these name. */
const named = [
  'Payout',
  'Collection',
  'InitiatedPayment',
  'Refund',
  'InitiatedRefund',
  'TransactionWithRefunds',
  'Transactions',
  'Balances',
  'Limits',
  'Keys',
  'Fees',
  'Statement',
  'Networks',
  'PhoneNumber',
  'Recipient',
  'Events',
  'Problem',
  'PayoutBatchRequest',
  'AcceptedPayoutBatch',
  'CheckedPayoutBatch',
  'PayoutBatchLines',
  'NewPaymentLink',
  'CreatedPaymentLink',
  'PaymentLinkWithPayments',
  'PaymentLinks',
  'WebhookMessage',
  'WebhookEndpoints',
  'WebhookEndpointWithSecret',
  'NewWebhookEndpoint',
  'WebhookEndpointChange',
  'WebhookDeliveries',
  'WebhookTest',
  'Redelivery',
]

/** The look-ups whose queries the client's calls name. */
const queried = [
  'listTransactions',
  'readStatement',
  'readPhoneNumber',
  'lookUpRecipient',
  'quoteFees',
  'listPayoutBatchLines',
  'listPaymentLinks',
  'listWebhookDeliveries',
]

/** Writes the client's types from the schemas and queries of the API's description. */
export function clientTypes(document: Document): string {
  const { schemas } = document.components
  const wanted = new Set<string>()
  const want = (name: string): void => {
    if (wanted.has(name)) return
    wanted.add(name)
    for (const [, ref = ''] of JSON.stringify(schemas[name]).matchAll(/#\/components\/schemas\/(\w+)/g)) want(ref)
  }
  for (const name of named) want(name)
  const types = [...wanted]
    .sort()
    .map((name) => `${doc(schemas[name])}export type ${name} = ${typeOf(schemas[name] ?? {})}`)
  const queries = Object.values(document.paths).flatMap(({ get }) =>
    get && queried.includes(get.operationId) ? queryType(get) : [],
  )
  return ['// Written by `npm run api` from the description of the API.\n', ...types, ...queries, ''].join('\n')
}

/** A query. Undefined fields are left out. */
function queryType({ operationId, parameters = [] }: Operation): string {
  const name = `${operationId.replace(/^./, (first) => first.toUpperCase())}Query`
  const fields = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, required, schema, description }) => {
      const field = required ? `${name}: ${typeOf(schema)}` : `${name}?: ${typeOf(schema)} | undefined`
      return `${doc({ description })}readonly ${field}`
    })
  return `/** The query of ${operationId} of the API. */\nexport type ${name} = {\n${fields.join('\n')}\n}`
}

/** A description as a comment. */
function doc({ description }: Pick<Schema, 'description'> = {}): string {
  return description === undefined ? '' : `/** ${description.replaceAll('*/', '* /')} */\n`
}

function typeOf(schema: Schema): string {
  if (schema.$ref) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
  if (schema.enum) return schema.enum.map(quoted).join(' | ')
  const options = schema.oneOf ?? schema.anyOf
  if (options) return [...new Set(options.map(typeOf))].join(' | ')
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
  return types.map((type) => plainType(type, schema)).join(' | ') || 'unknown'
}

function plainType(type: string, { items, properties, required = [], additionalProperties }: Schema): string {
  if (type === 'array') return items?.enum ? `readonly (${typeOf(items)})[]` : `readonly ${typeOf(items ?? {})}[]`
  if (type === 'integer') return 'number'
  if (type !== 'object') return type
  if (!properties && typeof additionalProperties === 'object')
    return `Readonly<Record<string, ${typeOf(additionalProperties)}>>`
  const fields = Object.entries(properties ?? {}).map(
    ([name, field]) => `${doc(field)}readonly ${name}${required.includes(name) ? '' : '?'}: ${typeOf(field)}`,
  )
  return `{\n${fields.join('\n')}\n}`
}

function quoted(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value)
}
