import fc from 'fast-check'
import { lookUpBytes, type Merchant } from '../clients/merchant.ts'
import { openWire, type Wire, type WireAnswer } from '../clients/wire.ts'
import { bytesOf, hostileRequest } from './requests.ts'
import { secret } from './values.ts'

/** The number of requests with each answer. */
export type Answered = Map<string, number>

/** One hostile merchant, who sends one request after another. */
export type FuzzingLane = Awaited<ReturnType<typeof openFuzzingLane>>

/** Opens a lane; each needs a merchant of its own, because it watches the merchant's transactions. */
export async function openFuzzingLane(url: string, merchant: Merchant, answered: Answered) {
  let wire = await openWire(url)
  let sent = 0
  let newest = ''

  async function ask(bytes: string): Promise<WireAnswer> {
    if (!wire.isOpen) wire = await openWire(url)
    const answer = await wire.ask(bytes)
    if (!answer) throw new Error('the connection was closed without an answer')
    if (answer.headers.connection === 'close') await closed(wire)
    return answer
  }

  async function attack(bytes: string) {
    const answer = await ask(bytes)
    count(answered, answer)
    const offences = offencesOf(answer)
    if (offences.length > 0) throw new Error(offences.join('\n'))
    newest = answer.headers.location ?? newest
    const isThere = newestIn(await ask(lookUpBytes(merchant, '/transactions?limit=1')))
    if (isThere !== newest) throw new Error(`opened ${isThere}, reported ${newest}: ${answer.head}${answer.text}`)
  }

  return {
    /** The property that each hostile request is answered properly, and opens only the payment in its answer. */
    property: fc.asyncProperty(hostileRequest, async (request) => {
      sent += 1
      await attack(bytesOf(request, merchant, `order-${sent}`))
    }),
    close: () => wire.breakOff(),
  }
}

async function closed(wire: Wire): Promise<void> {
  const [answer] = await wire.untilClosed()
  if (answer) throw new Error(`a second answer to one request: ${answer.head}${answer.text}`)
}

/** The path of the newest transaction in a list; empty when there is none. */
function newestIn({ status, text }: WireAnswer): string {
  if (status !== 200) throw new Error(`the list was answered with ${status}: ${text}`)
  const [newest] = JSON.parse(text).data.transactions
  return newest ? `/api/v1/transactions/${newest.transaction_id}` : ''
}

function count(answered: Answered, { status, headers }: WireAnswer) {
  const key = `${status}${headers['error-code'] ? ` ${headers['error-code']}` : ''}`
  answered.set(key, (answered.get(key) ?? 0) + 1)
}

/** The rules broken by this answer to an attack. */
function offencesOf(answer: WireAnswer): string[] {
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
