import type { WireAnswer } from '../clients/answerReader.ts'

/** What every answer to an attack has to be, and this one is not; `secret` is in all that the attack sent. */
export function offencesOf(answer: WireAnswer, secret: string): string[] {
  const { status, head, headers, text } = answer
  const checks: Record<string, boolean> = {
    'a fault of the server': status >= 500 && !isOfThePayment(answer),
    'no envelope': !isEnvelope(status, text),
    'no JSON by its type': headers['content-type'] !== 'application/json; charset=utf-8',
    'kept by caches': headers['cache-control'] !== 'no-store',
    'taken for what it is not': headers['x-content-type-options'] !== 'nosniff',
    'no id': !/^[0-9a-f-]{36}$/.test(headers['request-id'] ?? ''),
    'an error without a code': status >= 400 && !/^[a-z_]+$/.test(headers['error-code'] ?? ''),
    'an echo of what was sent': status >= 400 && `${head}${text}`.includes(secret),
  }
  return Object.entries(checks).flatMap(([offence, isSo]) => (isSo ? [`${offence}: ${head}${text}`] : []))
}

/** A network's failure, told about a payment that was opened. */
function isOfThePayment({ headers }: WireAnswer): boolean {
  return (
    headers.location !== undefined && ['provider_unavailable', 'outcome_unknown'].includes(headers['error-code'] ?? '')
  )
}

function isEnvelope(status: number, text: string): boolean {
  const told: unknown = JSON.parse(text)
  if (typeof told !== 'object' || told === null) return false
  const { status: said, message, data, ...others } = told as Record<string, unknown>
  const isSaid = said === (status < 400 ? 'success' : 'error') && typeof message === 'string'
  return isSaid && Object.keys(others).length === 0 && (status < 400 || data === undefined)
}
