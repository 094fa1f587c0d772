import { setTimeout as pause } from 'node:timers/promises'
import { lookUpBytes, type Merchant, paymentBytes } from './merchant.ts'
import { openWire } from './wire.ts'

/** To stay below the rate limit of an account. */
const pauseMs = 50

/**
 * A merchant who repeatedly pays out and looks up the payment and the balance on one connection, while others attack.
 */
export function honestMerchant(url: string, merchant: Merchant, name = 'honest') {
  const denials: string[] = []
  let payments = 0
  let isStopped = false

  async function work() {
    let wire = await openWire(url)
    while (!isStopped) {
      if (!wire.isOpen) wire = await openWire(url)
      const reference = `${name}-${payments}`
      const expectAnswer = async (bytes: string, status: number, part: string) => {
        const answer = await wire.ask(bytes)
        if (answer?.status !== status || !answer.text.includes(part))
          denials.push(
            `${bytes.slice(0, bytes.indexOf('\r'))}: ${answer ? `${answer.status} ${answer.text}` : 'no answer'}`,
          )
        return answer?.headers.location ?? ''
      }
      const location = await expectAnswer(paymentBytes(merchant, { reference }), 201, `"reference":"${reference}"`)
      const path = location.replace('/api/v1', '')
      await expectAnswer(lookUpBytes(merchant, path), 200, `"reference":"${reference}"`)
      await expectAnswer(lookUpBytes(merchant, '/balances'), 200, '"UGX"')
      payments += 1
      await pause(pauseMs)
    }
    wire.breakOff()
  }

  const working = work()
  return {
    /** The number of its payments. */
    get payments() {
      return payments
    },
    /** Resolves once it has made this many more. */
    async served(more: number): Promise<void> {
      const wanted = payments + more
      while (payments < wanted) await pause(pauseMs)
    },
    /** Lets it finish its current request; resolves with its failed requests. */
    async stop(): Promise<readonly string[]> {
      isStopped = true
      await working
      return denials
    },
  }
}
