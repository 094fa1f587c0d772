import { type Body, isJsonObject } from '../transport/http/readBody.ts'

/**
 * A UUID in the form that Airtel accepts: 25 digits and lower-case letters that hold its 128 bits. Some countries
 * reportedly refuse longer ids and other characters.
 */
export function airtelId(uuid: string): string {
  return BigInt(`0x${uuid.replaceAll('-', '')}`)
    .toString(36)
    .padStart(digits, '0')
}

/** The UUID behind an id; undefined for any other text. */
function uuidIn(id: string): string | undefined {
  if (!form.test(id)) return undefined
  const number = [...id].reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n)
  if (number >= 2n ** 128n) return undefined
  return number
    .toString(16)
    .padStart(32, '0')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

const digits = 25

const form = /^[0-9a-z]{25}$/

/** The transaction in a callback. Airtel repeats our id, which contains the transaction's id, in varying places. */
export function airtelHint(callback: Body): { readonly transactionId: string } | undefined {
  const data = objectIn(callback, 'data')
  const candidates = [objectIn(callback, 'transaction'), objectIn(data, 'transaction'), data, callback]
  const texts = candidates.filter(isJsonObject).flatMap(({ id, reference }) => [id, reference])
  const transactionId = texts.map((text) => (typeof text === 'string' ? uuidIn(text) : undefined)).find(Boolean)
  return transactionId === undefined ? undefined : { transactionId }
}

function objectIn(value: unknown, name: string): unknown {
  return isJsonObject(value) ? value[name] : undefined
}
