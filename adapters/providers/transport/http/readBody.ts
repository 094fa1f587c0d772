/**
 * A parsed body. Whole numbers that no double holds are texts of their digits. A web page, a truncated body and any
 * JSON but an object are unreadable.
 */
export type Body = JsonObject | 'empty' | 'unreadable'

/** A JSON object from a network, not validated yet. */
export type JsonObject = { readonly [name: string]: unknown }

/** Reads the bytes of a body. */
export function readBody(bytes: Uint8Array): Body {
  const text = Buffer.from(bytes).toString('utf8').trim()
  if (text === '') return 'empty'
  try {
    const value: unknown = JSON.parse(text)
    if (!isJsonObject(value)) return 'unreadable'
    return longNumber.test(text) ? JSON.parse(text.replace(tokens, quoteInexact)) : value
  } catch {
    return 'unreadable'
  }
}

/** At least as many digits as the shortest number that no double holds. */
const longNumber = /[0-9]{16}/

/** The strings of a JSON text, whose contents are skipped, and its numbers. */
const tokens = /"(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*/g

/**
 * Quotes a number that a double can't hold: a numeric receipt must keep its digits. Node has no way yet to get them
 * from the parser.
 */
function quoteInexact(token: string): string {
  return /^-?[0-9]+$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token
}

/** Whether a JSON value is an object, rather than an array or a primitive. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * A network's code in a form for operators, whether it is documented or not. A text without the form of a code is not
 * shown: it may repeat a token, a key or a phone number.
 */
export function shownCode(code: string): string {
  return isCode(code) ? code : 'a code in no known form'
}

/** Whether a text is in the form of a code. */
export function isCode(text: string): boolean {
  return codeForms.test(text)
}

/** As in `DP00900001012` or `NOT_ALLOWED`, in `invalid_token` or `Bad Request`, and in `0000900`. */
const codeForms = /^([A-Z][A-Z0-9_.-]{0,59}|[A-Za-z][A-Za-z_ ]{0,59}|[0-9]{1,8})$/

/**
 * Text from a network in a form that may be kept and shown: printable characters, at most 100. Null for anything else,
 * and for missing text.
 */
export function printableText(value: unknown): string | null {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  return printable.test(text) ? text : null
}

/** Neither control nor format characters, lone surrogates or separators of lines. */
const printable = /^[^\p{C}\p{Zl}\p{Zp}]{1,100}$/u
