import type { WireAnswer } from '../clients/answerReader.ts'

/** The rules for answers that this answer to an attack breaks; `secret` is in all that the attack sent. */
export function offencesOf(answer: WireAnswer, secret: string): string[] {
  const { status, head, headers, text } = answer
  const checks: Record<string, boolean> = {
    'a fault of the server': status >= 500 && !isOfThePayment(answer),
    'no envelope': !isEnvelope(status, text),
    'not labelled as JSON': headers['content-type'] !== 'application/json; charset=utf-8',
    'kept by caches': headers['cache-control'] !== 'no-store',
    'open to content sniffing': headers['x-content-type-options'] !== 'nosniff',
    'no id': !/^[0-9a-f-]{36}$/.test(headers['request-id'] ?? ''),
    'an error without a code': status >= 400 && !/^[a-z_]+$/.test(headers['error-code'] ?? ''),
    'an echo of what was sent': status >= 400 && `${head}${text}`.includes(secret),
  }
  return Object.entries(checks).flatMap(([offence, isSo]) => (isSo ? [`${offence}: ${head}${text}`] : []))
}

/** A network's failure, reported about a payment that was opened. */
function isOfThePayment({ headers }: WireAnswer): boolean {
  return (
    headers.location !== undefined && ['provider_unavailable', 'outcome_unknown'].includes(headers['error-code'] ?? '')
  )
}

function isEnvelope(status: number, text: string): boolean {
  const envelope: unknown = JSON.parse(text)
  if (typeof envelope !== 'object' || envelope === null) return false
  const { status: label, message, data, ...others } = envelope as Record<string, unknown>
  const isLabelled = label === (status < 400 ? 'success' : 'error') && typeof message === 'string'
  return isLabelled && Object.keys(others).length === 0 && (status < 400 || data === undefined)
}
