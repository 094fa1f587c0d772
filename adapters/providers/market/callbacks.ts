import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Callback, Hint, MobileProvider } from '../../../core/sente.ts'

/** How networks call back: the secret that their paths are made from, and the gateway's public URL once it is known. */
export type Callbacks = { readonly secret: string | undefined; readonly publicUrl: () => string | undefined }

/** The end of the path of a network's callbacks, which cannot be guessed without the secret. */
export function callbackToken(secret: string, network: string): string {
  return createHmac('sha256', secret).update(`callbacks of ${network}`).digest('hex')
}

/** The path under which a network calls back. */
export function callbackPath(token: string): string {
  return `/callbacks/${token}`
}

/** Where a network calls back: configured in the portal for Airtel, sent with each request to MTN. */
export function callbackUrl({ publicUrl }: Callbacks, token: string | undefined): string | undefined {
  const base = publicUrl()
  return base === undefined || !token ? undefined : `${base}${callbackPath(token)}`
}

/**
 * Handles callbacks: the provider whose token is in the path reads the callback, and the transaction that it seems to be
 * about gets a hint. False for a token that no provider has.
 */
export function callbackHandler(
  providers: readonly { readonly token: string; readonly provider: MobileProvider }[],
  hint: (hint: Hint) => void,
): (token: string, callback: Callback) => boolean {
  return (token, callback) => {
    const called = providers.find((one) => isSame(one.token, token))
    const about = called?.provider.identifyCallback(callback)
    if (about) hint({ ...about, callback })
    return called !== undefined
  }
}

function isSame(one: string, other: string): boolean {
  const [expected, given] = [Buffer.from(one), Buffer.from(other)]
  return expected.length === given.length && timingSafeEqual(expected, given)
}
