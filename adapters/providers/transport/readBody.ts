/** A parsed body; a web page, a truncated or compressed body and any JSON but an object are unreadable. */
export type Body = JsonObject | 'empty' | 'unreadable'

/** A JSON object from a network, not validated yet. */
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

/** Whether a JSON value is an object, rather than an array or a primitive. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
