import { breaches, breaking, ofPayoutsAlone, otherForPayouts } from '../../../fixtures/breaches.ts'
import { closeApis, type Operation, openApi } from '../../../fixtures/http/api.ts'

/** A request before it is sent. */
type Draft = { method: string; type: string; fields: Record<string, unknown>; text: (json: string) => string }

/** One way to break each rule that HTTP checks, each in a field that no other rule to be broken needs. */
const breachesOfHttp: Record<string, (draft: Draft, others: readonly string[]) => void> = {
  method_not_allowed: (draft) => Object.assign(draft, { method: 'PUT' }),
  unsupported_media_type: (draft) => Object.assign(draft, { type: 'text/plain' }),
  body_too_large: (draft) => {
    const { text } = draft
    draft.text = (json) => text(json).padEnd(16_385)
  },
  malformed_json: (draft) => {
    const { text } = draft
    draft.text = (json) => `[${text(json)}`
  },
  missing_fields: ({ fields }, others) => {
    fields[others.includes('invalid_public_key') ? 'network' : 'apikey'] = null
  },
  malformed_fields: ({ fields }, others) => {
    fields[others.includes('duplicate_reference') ? 'phone_number' : 'reference'] = 'not that'
  },
}

/** The rules that are checked before the payment itself is judged, in their order. */
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

/** The code of the answer to a request that breaks these rules, over books of its own. */
export async function codeOf(operation: Operation, codes: readonly string[]): Promise<string | undefined> {
  const api = await openApi()
  const ofCore = codes.filter((code) => !(code in breachesOfHttp))
  const { phoneNumber, pin, ...request } = await breaking(ofCore, api)
  const fields = { ...request, phone_number: phoneNumber, ...(operation === 'send-money' && { pin }) }
  const draft: Draft = { method: 'POST', type: 'application/json', fields, text: (json) => json }
  for (const code of codes.toReversed()) breachesOfHttp[code]?.(draft, codes)
  const body = draft.text(JSON.stringify(fields))
  const [answer] = await api.raw(
    [
      `${draft.method} /api/v1/${operation} HTTP/1.1`,
      'Host: localhost',
      `Authorization: ${api.authorization}`,
      `Content-Type: ${draft.type}`,
      `Content-Length: ${body.length}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
  await closeApis()
  return answer?.headers['error-code']
}

/** Examples for both operations, one for each of these rules, with those behind it. */
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
