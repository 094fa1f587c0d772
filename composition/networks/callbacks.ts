import { createHmac, timingSafeEqual } from 'node:crypto'
import type { HandleCallback } from '../../adapters/http/endpoint.ts'
import type { MobileProvider } from '../../core/sente.ts'

/** The end of the path of a network's callbacks, which cannot be guessed without the secret. */
export function callbackToken(secret: string, network: string): string {
  return createHmac('sha256', secret).update(`callbacks of ${network}`).digest('hex')
}

/** The path under which a network calls back. */
export function callbackPath(token: string): string {
  return `/callbacks/${token}`
}

/**
 * Handles callbacks: the provider whose token is in the path reads the callback, and the transaction that it seems to be
 * about gets a hint. False for a token that no provider has.
 */
export function callbackHandler(
  providers: readonly { readonly token: string; readonly provider: MobileProvider }[],
  hint: (transactionId: string) => void,
): HandleCallback {
  return (token, callback) => {
    const called = providers.find((one) => isSame(one.token, token))
    const about = called?.provider.identifyCallback(callback)
    if (about) hint(about.transactionId)
    return called !== undefined
  }
}

function isSame(one: string, other: string): boolean {
  const [expected, given] = [Buffer.from(one), Buffer.from(other)]
  return expected.length === given.length && timingSafeEqual(expected, given)
}
