type Node = { readonly [key: string]: unknown }

/**
 * The breaks between two OpenAPI descriptions of an API: the operations, parameters, statuses, and the fields of
 * answers and webhook messages that are gone, and the new requirements on requests.
 */
export function apiBreaks(before: object, now: object): string[] {
  const present = operations(now)
  const sent = messages(now)
  return [
    ...breaksOf(operations(before), (name, operation) => {
      const other = present[name]
      return other && operationBreaks(operation, other, [before, now])
    }),
    ...breaksOf(messages(before), (name, fields) => {
      const others = sent[name]
      return others && fields.filter((field) => !others.includes(field)).map((field) => `${field} is gone`)
    }),
  ]
}

/** The breaks of each of some parts. For a part that is gone, `of` returns undefined. */
function breaksOf<T>(parts: Record<string, T>, of: (name: string, part: T) => string[] | undefined): string[] {
  return Object.entries(parts).flatMap(
    ([name, part]) => of(name, part)?.map((gone) => `${name}: ${gone}`) ?? [`${name} is gone`],
  )
}

function operations(document: object): Record<string, Node> {
  const paths = nodeOf((document as Node).paths)
  return Object.fromEntries(
    Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(nodeOf(item)).map(([method, operation]) => [`${method} ${path}`, nodeOf(operation)]),
    ),
  )
}

/** The headers and fields of webhook messages, by message name. */
function messages(document: object): Record<string, string[]> {
  const items = Object.entries(nodeOf((document as Node).webhooks))
  return Object.fromEntries(
    items.map(([name, item]) => {
      const { parameters = [], requestBody } = nodeOf(nodeOf(item).post)
      const headers = (parameters as Node[]).map((header) => `header ${header.name}`)
      const fields = schemasIn(requestBody).flatMap((schema) => fieldsOf(schema, document, 'properties'))
      return [`webhook ${name}`, [...headers, ...fields.map((field) => `field ${field}`)]]
    }),
  )
}

function operationBreaks(before: Node, now: Node, documents: readonly [object, object]): string[] {
  const [old, present] = [partsOf(before, documents[0]), partsOf(now, documents[1])]
  const gone = old.given.filter((part) => !present.given.includes(part)).map((part) => `${part} is gone`)
  const demanded = present.demanded.filter((part) => !old.demanded.includes(part)).map((part) => `${part} is required`)
  return [...gone, ...demanded]
}

/** The parts that an operation provides, and the parts that it requires, each as a line. */
function partsOf({ parameters = [], requestBody, responses }: Node, document: object) {
  const listed = (parameters as Node[]).map(({ name, required }) => ({ name: `parameter ${name}`, required }))
  const answers = Object.entries(nodeOf(responses)).flatMap(([status, response]) => [
    `status ${status}`,
    ...Object.keys(nodeOf(nodeOf(response).headers)).map((name) => `header ${name} of ${status}`),
    ...schemasIn(response).flatMap((schema) =>
      fieldsOf(schema, document, 'properties').map((name) => `field ${name} of ${status}`),
    ),
  ])
  const fields = schemasIn(requestBody).flatMap((schema) => fieldsOf(schema, document, 'required'))
  return {
    given: [...listed.map(({ name }) => name), ...answers],
    demanded: [
      ...listed.filter(({ required }) => required).map(({ name }) => name),
      ...fields.map((name) => `field ${name}`),
    ],
  }
}

function schemasIn(message: unknown): unknown[] {
  return Object.values(nodeOf(nodeOf(message).content)).map((content) => nodeOf(content).schema)
}

/** The paths of a schema's fields: all of them, or the required ones. */
function fieldsOf(schema: unknown, document: object, which: 'properties' | 'required', within = ''): string[] {
  const { $ref, ...own } = nodeOf(schema)
  if (typeof $ref === 'string') return fieldsOf(target(document, $ref), document, which, within)
  const properties = nodeOf(own.properties)
  const required = (own.required ?? []) as string[]
  const below = Object.entries(properties).flatMap(([name, inner]) => {
    const isMeant = which === 'properties' || required.includes(name)
    return isMeant ? [`${within}${name}`, ...fieldsOf(inner, document, which, `${within}${name}.`)] : []
  })
  const others = [own.items ?? [], own.anyOf ?? [], own.oneOf ?? []].flat() as unknown[]
  return [...below, ...others.flatMap((inner) => fieldsOf(inner, document, which, within))]
}

function target(document: object, pointer: string): unknown {
  return pointer
    .slice(2)
    .split('/')
    .reduce<unknown>((value, step) => nodeOf(value)[step], document)
}

function nodeOf(value: unknown): Node {
  return typeof value === 'object' && value !== null ? (value as Node) : {}
}
