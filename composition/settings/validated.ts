import { Ajv, type ErrorObject, type SchemaObject, type ValidateFunction } from 'ajv'

/** A setting that cannot be used. The message names it, its value unless secret, and the expected form. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}

function ajv(coerceTypes: boolean): Ajv {
  return new Ajv({ allErrors: true, coerceTypes, useDefaults: true, verbose: true, strict: true, discriminator: true })
    .addKeyword({ keyword: 'secret', schemaType: 'boolean' })
    .addKeyword({ keyword: 'expected', schemaType: 'string' })
    .addFormat('address', isAddress)
    .addFormat('safe-address', isSafeAddress)
}

/**
 * Makes a check of settings against a JSON schema with two keywords of our own: `expected` has the form of a value in
 * words, and `secret` keeps the value out of the message. The check fills in defaults, and throws a SettingsError that
 * names every problem and the source of the settings. `coerceTypes` reads numbers from text, as the environment has
 * them. The schema is compiled with the first check, which takes some 40 ms.
 */
export function validator<T>(
  { coerceTypes }: { coerceTypes: boolean },
  schema: SchemaObject,
): (value: unknown, source?: string) => T {
  let compiled: ValidateFunction<T> | undefined
  return (value, source = '') => {
    compiled ??= ajv(coerceTypes).compile<T>(schema)
    const copy = structuredClone(value)
    if (compiled(copy)) return copy
    const problems = [...new Set((compiled.errors ?? []).map((error) => problem(source, error)))]
    throw new SettingsError(problems.join('\n'))
  }
}

function problem(source: string, error: ErrorObject): string {
  const path = error.instancePath.slice(1).replaceAll('/', '.')
  const named = (name: string) => [source, [path, name].filter(Boolean).join('.')].filter(Boolean).join(': ')
  if (error.keyword === 'required') return `${named(error.params.missingProperty)} is missing`
  if (error.keyword === 'additionalProperties')
    return `${named(error.params.additionalProperty)} is not a known setting`
  if (error.keyword === 'discriminator') return unknownTag(named, error)
  const { expected, secret } = (error.parentSchema ?? {}) as { expected?: string; secret?: boolean }
  const wanted = expected ? `must be ${expected}` : error.message
  return `${named('')} ${secret ? '' : `is ${shown(error.data)}, but `}${wanted}`
}

function unknownTag(named: (name: string) => string, { data, params: { tag }, parentSchema }: ErrorObject): string {
  const kinds: { properties: Record<string, { const?: string }> }[] = parentSchema?.oneOf ?? []
  const known = kinds.map(({ properties }) => properties[tag]?.const).join(' or ')
  return `${named(tag)} is ${JSON.stringify(Object(data)[tag])}, but must be ${known}`
}

/** A value as JSON, without the credentials of addresses. */
function shown(value: unknown): string {
  return JSON.stringify(value, (_, one) => (typeof one === 'string' ? withoutCredentials(one) : one))
}

/** A password may hold slashes, and may be among the options of a database's address. */
function withoutCredentials(text: string): string {
  return text.replace(/(:(?:\/\/)?).*@/s, '$1…@').replace(/([?&]\w*password=)[^&]*/gi, '$1…')
}

/** Whether a text is an address as people write it: http or https, a host, no credentials, no query. */
function isAddress(text: string): boolean {
  return /^https?:\/\/[^/\s\\?#@]+(\/[^\s\\?#]*)?$/.test(text) && URL.canParse(text)
}

/** Whether credentials may be sent to an address: over TLS, or to this machine. */
export function isSafeAddress(text: string): boolean {
  return isAddress(text) && (new URL(text).protocol === 'https:' || isThisMachine(text))
}

/** Whether an address is this machine's own. Then no other machine can read the traffic. */
function isThisMachine(address: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(address).hostname)
}
