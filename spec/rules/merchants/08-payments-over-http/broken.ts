import { breaches, breaking, ofPayoutsAlone, otherForPayouts } from '../../../fixtures/breaches.ts'
import { type Operation, overHttp } from '../../../stages/overHttp.ts'

/** The rules that are checked before the payment itself, in their order. */
export const checkedFirst = [
  ...['method_not_allowed', 'invalid_secret_key', 'key_not_allowed', 'account_not_found'],
  ...['unsupported_media_type', 'body_too_large', 'malformed_json', 'missing_fields', 'malformed_fields'],
]
const ofPayments = Object.keys(breaches).filter((code) => !checkedFirst.includes(code))
/** The rules of each operation, in their order. */
export const codesOf: Record<Operation, string[]> = {
  'send-money': [...checkedFirst, ...ofPayments.filter((code) => !otherForPayouts.includes(code))],
  'collect-money': [...checkedFirst, ...ofPayments.filter((code) => !ofPayoutsAlone.includes(code))],
}

/** The code of the answer to a request that breaks these rules, each in a field of its own, over books of its own. */
export async function codeOf(operation: Operation, codes: readonly string[]): Promise<string | undefined> {
  const api = await overHttp()
  const breaks = (code: string) => codes.includes(code)
  const ofCore = codes.filter((code) => code in breaches)
  const { phoneNumber, pin, ...request } = await breaking(ofCore, api)
  const fields: Record<string, unknown> = { ...request, phone_number: phoneNumber }
  if (operation === 'send-money') fields.pin = pin
  if (breaks('malformed_fields')) fields[breaks('duplicate_reference') ? 'phone_number' : 'reference'] = 'not that'
  if (breaks('missing_fields')) fields[breaks('invalid_public_key') ? 'network' : 'apikey'] = null
  const json = `${breaks('malformed_json') ? '[' : ''}${JSON.stringify(fields)}`
  const body = json.padEnd(breaks('body_too_large') ? 16_385 : 0)
  const method = breaks('method_not_allowed') ? 'PUT' : 'POST'
  const type = breaks('unsupported_media_type') ? 'text/plain' : 'application/json'
  const headers = { authorization: api.authorization, 'content-type': type }
  const answer = await api.ask(method, `/api/v1/${operation}`, headers, body)
  return answer.headers['error-code']
}

/** Examples for both operations, one for each of these rules together with all later ones. */
export function forEachCode(
  ofOperation: (operation: Operation) => readonly string[],
  example: (operation: Operation, code: string, behind: readonly string[]) => Promise<void>,
) {
  return Object.fromEntries(
    (['send-money', 'collect-money'] as const).flatMap((operation) =>
      ofOperation(operation).map((code, index) => [
        `${code}, ${operation}`,
        () => example(operation, code, codesOf[operation].slice(index + 1)),
      ]),
    ),
  )
}
