import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Callback, Hint, MobileProvider } from '../../../core/sente.ts'

/** The parts of callback URLs: the secret behind their paths, and the gateway's public URL once it is known. */
export type Callbacks = { readonly secret: string | undefined; readonly publicUrl: () => string | undefined }

/** The end of the path of a network's callbacks. It cannot be guessed without the secret. */
export function callbackToken(secret: string, network: string): string {
  return createHmac('sha256', secret).update(`callbacks of ${network}`).digest('hex')
}

/** The path of a network's callbacks. */
export function callbackPath(token: string): string {
  return `/callbacks/${token}`
}

/** The URL of a network's callbacks: configured in the portal for Airtel, sent with each request to MTN. */
export function callbackUrl({ publicUrl }: Callbacks, token: string | undefined): string | undefined {
  const base = publicUrl()
  return base === undefined || !token ? undefined : `${base}${callbackPath(token)}`
}

/**
 * Handles callbacks: the provider with the token in the path reads the callback, and the transaction that it names gets
 * a hint. False for a token without a provider.
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
