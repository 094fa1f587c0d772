/** A body as far as it could be read; a web page, a cut or compressed body and any JSON but an object are unreadable. */
export type Body = JsonObject | 'empty' | 'unreadable'

/** A JSON object of a network's, of which nothing is known yet. */
export type JsonObject = { readonly [name: string]: unknown }

/** Reads the bytes of a body. */
export function readBody(bytes: Uint8Array): Body {
  const text = Buffer.from(bytes).toString('utf8').trim()
  if (text === '') return 'empty'
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) ? value : 'unreadable'
  } catch {
    return 'unreadable'
  }
}

/** Whether a value out of JSON is an object, rather than a list or anything simpler. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
