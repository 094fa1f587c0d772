import { createHmac, timingSafeEqual } from 'node:crypto'
import type { HandleCallback } from '../../adapters/http/routes/callbacks.ts'
import type { MobileProvider } from '../../core/sente.ts'

/** What the path of a network's callbacks ends in: nobody can guess it who does not know the secret. */
export function callbackToken(secret: string, network: string): string {
  return createHmac('sha256', secret).update(`callbacks of ${network}`).digest('hex')
}

/** The path under which a network calls back. */
export function callbackPath(token: string): string {
  return `/callbacks/${token}`
}

/**
 * Hears callbacks: a token that a network has passes its callback on to that network's provider, and what it seems to
 * be about becomes a hint. False for a token that no network has.
 */
export function callbackHandler(
  providers: readonly { readonly token: string; readonly provider: MobileProvider }[],
  hint: (transactionId: string) => void,
): HandleCallback {
  return (token, callback) => {
    const heard = providers.find((one) => isSame(one.token, token))
    const about = heard?.provider.identifyCallback(callback)
    if (about) hint(about.transactionId)
    return heard !== undefined
  }
}

function isSame(one: string, other: string): boolean {
  const [expected, given] = [Buffer.from(one), Buffer.from(other)]
  return expected.length === given.length && timingSafeEqual(expected, given)
}
