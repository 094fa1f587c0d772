import { setTimeout as pause } from 'node:timers/promises'
import type { WireAnswer } from './answerReader.ts'
import { lookUpBytes, type Merchant, paymentBytes } from './merchant.ts'
import { openWire, type Wire } from './wire.ts'

/** A merchant who goes about its business while others attack. */
type HonestMerchant = {
  /** How many payments it has made. */
  readonly payments: number
  /** Resolves once it has made this many more. */
  served(more: number): Promise<void>
  /** Lets it finish its current request; resolves with what it was denied. */
  stop(): Promise<readonly string[]>
}

/** Starts to pay out, look up the payment and look up the balance, over and over on one connection. */
export function honestMerchant(url: string, merchant: Merchant, name = 'honest'): HonestMerchant {
  const denials: string[] = []
  let payments = 0
  let isStopped = false

  async function work() {
    let wire = await openWire(url)
    while (!isStopped) {
      if (!wire.isOpen) wire = await openWire(url)
      denials.push(...(await serve(wire, merchant, `${name}-${payments}`)))
      payments += 1
      // To stay below the rate limit of an account.
      await pause(pauseMs)
    }
    wire.breakOff()
  }

  const working = work()
  return {
    get payments() {
      return payments
    },
    async served(more) {
      const wanted = payments + more
      while (payments < wanted) await pause(pauseMs)
    },
    async stop() {
      isStopped = true
      await working
      return denials
    },
  }
}

const pauseMs = 50

async function serve(wire: Wire, merchant: Merchant, reference: string): Promise<string[]> {
  const answerTo = async (bytes: string) => {
    wire.write(bytes)
    return wire.answer()
  }
  const paid = await answerTo(paymentBytes(merchant, { reference }))
  const location = paid?.headers.location ?? ''
  const found = await answerTo(lookUpBytes(merchant, location.replace('/api/v1', '')))
  const balances = await answerTo(lookUpBytes(merchant, '/balances'))
  return [
    ...denied(`payment ${reference}`, paid, 201, `"reference":"${reference}"`),
    ...denied(`look-up of ${reference}`, found, 200, `"reference":"${reference}"`),
    ...denied('balances', balances, 200, '"UGX"'),
  ]
}

function denied(what: string, answer: WireAnswer | undefined, status: number, part: string): string[] {
  if (answer?.status === status && answer.text.includes(part)) return []
  return [`${what}: ${answer ? `${answer.status} ${answer.text}` : 'no answer'}`]
}
