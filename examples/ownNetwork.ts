// A network of your own: an imagined wallet with a JSON API over HTTP, checked against sente's demands on a network.
//
// Run it with @sente/core installed: node --import tsx --test ownNetwork.ts

import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { test } from 'node:test'
import { type Clock, type Enquired, type MobileProvider, remainingMs, type Transaction } from '@sente/core'
import { mobileProvider, type Situation, type Stage } from '@sente/core/conformance'
import { systemClock } from '@sente/core/node'

const enquiryMs = 3_000

/** The wallet's API: `POST /payments/ID` submits a payment, once for each id, and `GET` shows its state. */
export function wallet(baseUrl: string, clock: Clock): MobileProvider {
  const urlOf = ({ providerId }: Transaction) => `${baseUrl}/payments/${providerId}`

  const submit: MobileProvider['payOut'] = async (transaction, until) => {
    const ms = Math.floor(remainingMs(clock, until))
    if (ms <= 0) return { outcome: 'declined', reason: 'not_sent' }
    // It ends the request at its deadline, so that nothing is written after it.
    const signal = AbortSignal.timeout(ms)
    const { kind, amountMinor, currency, phoneNumber } = transaction
    const body = JSON.stringify({
      kind,
      amount: String(amountMinor),
      currency,
      phone: phoneNumber,
      note: transaction.id,
    })
    try {
      const response = await fetch(urlOf(transaction), { method: 'POST', redirect: 'manual', body, signal })
      if (response.status === 202) return { outcome: 'accepted', providerRef: null }
      return { outcome: 'inDoubt', because: `the wallet answered ${response.status}` }
    } catch (error) {
      // Only a connection that was refused proves that nothing was sent. Silence is never a failure.
      if (isRefused(error)) return { outcome: 'declined', reason: 'not_sent' }
      return { outcome: 'inDoubt', because: 'the wallet did not answer' }
    }
  }

  return {
    fingerprint: createHash('sha256').update(`wallet ${baseUrl}`).digest('hex'),
    providerId: ({ random }) => random,
    payOut: submit,
    requestPayment: submit,
    async enquire(transaction) {
      const signal = AbortSignal.timeout(enquiryMs)
      try {
        const response = await fetch(urlOf(transaction), { redirect: 'manual', signal })
        return read(response.status, await response.json())
      } catch {
        return { outcome: 'unanswered', because: 'the wallet did not answer' }
      }
    },
    identifyCallback({ body }) {
      try {
        const { note } = JSON.parse(new TextDecoder().decode(body))
        return typeof note === 'string' ? { transactionId: note } : undefined
      } catch {
        return undefined
      }
    },
  }
}

function isRefused(error: unknown): boolean {
  const { cause } = Object(error) as { cause?: { code?: string } }
  return cause?.code === 'ECONNREFUSED'
}

/**
 * Classifies an answer by its content. "Not found" counts only when the answer says so, and an error says nothing about
 * the payment.
 */
function read(status: number, body: unknown): Enquired {
  const { error, state, amount, currency, phone: phoneNumber } = Object(body)
  if (status === 404 && error === 'NO_SUCH_PAYMENT') return { outcome: 'notFound' }
  if (status !== 200) return { outcome: 'unanswered', because: `the wallet answered ${status}` }
  if (!/^\d+$/.test(amount)) return { outcome: 'mismatch', because: 'the amount is not a whole number' }
  const seen = { amountMinor: BigInt(amount), currency, phoneNumber }
  if (state === 'open') return { outcome: 'pending', seen }
  if (state === 'paid') return { outcome: 'succeeded', providerRef: null, seen }
  if (state === 'rejected') return { outcome: 'declined', reason: 'customer_rejected', seen }
  return { outcome: 'inDoubt', because: 'the wallet named an unknown state' }
}

/** The wallet's side, for the kit: a server that treats the next payment as the kit asks. */
async function openStage(): Promise<Stage> {
  const payments = new Map<string, { state: string; times: number; body: object }>()
  let arranged: Situation = 'succeeds'
  const server = createServer(async (req, res) => {
    const id = req.url?.split('/').at(-1) ?? ''
    const known = payments.get(id)
    const answer = (status: number, body: object) => res.writeHead(status).end(JSON.stringify(body))
    if (req.method === 'GET' && known) return answer(200, { state: known.state, ...known.body })
    if (req.method === 'GET') return answer(404, { error: 'NO_SUCH_PAYMENT' })
    if (known) return answer(409, { error: 'KNOWN_PAYMENT' })
    payments.set(id, { state: 'open', times: 1, body: await bodyOf(req) })
    return arranged === 'losesAnswer' ? res.destroy() : answer(202, {})
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const close = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  return {
    provider: wallet(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, systemClock),
    clock: systemClock,
    async arrange(situation) {
      arranged = situation
      if (situation === 'unreachable') await close()
      return {}
    },
    comeToEnd({ providerId }) {
      const payment = payments.get(providerId)
      if (payment && arranged !== 'staysOpen') payment.state = arranged === 'declines' ? 'rejected' : 'paid'
    },
    executed: (providerId) => payments.get(providerId)?.times ?? 0,
    seen: ({ amountMinor, currency, phoneNumber }) => ({ amountMinor, currency, phoneNumber }),
    callback: ({ id }) => ({ method: 'POST', body: Buffer.from(JSON.stringify({ note: id })) }),
    close,
  }
}

async function bodyOf(req: IncomingMessage): Promise<object> {
  return Object(await json(req))
}

for (const { rule, promise, check } of mobileProvider(openStage)) test(`${rule} ${promise}`, check)
