/** A JSON schema (2020-12). One with a title becomes a component of that name in the API's description. */
export type Schema = { readonly [keyword: string]: unknown }

/** A schema of a text with this meaning. */
export function text(description: string): Schema {
  return { type: 'string', description }
}

/** A schema of a text that may be null. */
export function textOrNull(description: string): Schema {
  return { type: ['string', 'null'], description }
}

/** A schema of one of these words, or null. */
export function wordOrNull(words: readonly string[], description: string): Schema {
  return { anyOf: [{ type: 'string', enum: words }, { type: 'null' }], description }
}

/**
 * A schema of a text that is always the same. An `enum`, since many programs know no `const`, and take it for any text.
 */
export function literal(value: string): { readonly type: 'string'; readonly enum: readonly [string] } {
  return { type: 'string', enum: [value] }
}

/** A schema of a moment. */
export function time(description: string): Schema {
  return { type: 'string', format: 'date-time', description: `${description} In ISO 8601, in UTC.` }
}

/** A schema of an amount of money. */
export function money(description: string): Schema {
  return { type: 'number', description }
}

/** The schema of an object with all of these properties, and perhaps some others. */
export function all(
  title: string,
  description: string,
  properties: Readonly<Record<string, Schema>>,
  optional: Readonly<Record<string, Schema>> = {},
): Schema {
  const required = Object.keys(properties)
  return { title, description, type: 'object', required, properties: { ...properties, ...optional } }
}

/** The schema of one of several objects with titles. One property distinguishes them. */
export function oneOf(
  title: string,
  description: string,
  propertyName: string,
  options: readonly (readonly [value: string, schema: Schema])[],
): Schema {
  const mapping = Object.fromEntries(options.map(([value, schema]) => [value, `#/components/schemas/${schema.title}`]))
  return { title, description, oneOf: options.map(([, schema]) => schema), discriminator: { propertyName, mapping } }
}

/** The schema of the state of payments over a network. */
export function channelState(description: string): Schema {
  return {
    type: 'string',
    enum: ['open', 'paused', 'broken', 'unreachable'],
    description: `${description} \`open\`: as usual. \`paused\`: the operator has stopped them. \`broken\`: they were stopped because the network refuses all of them. In both states payments are refused with \`network_unavailable\`. \`unreachable\`: the network does not answer now; payments are tried all the same.`,
  }
}
