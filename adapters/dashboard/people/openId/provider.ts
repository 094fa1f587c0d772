import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  type IDToken,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'

/** How an identity provider by OpenID Connect is reached, and which of its claims has the name of an operator. */
export type OpenIdSettings = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Such as `email`. */
  readonly claim: string
}

/** What a browser keeps while its user is at the provider: whoever comes back has to have it. */
export type OpenIdFlow = { readonly state: string; readonly nonce: string; readonly verifier: string }

/** Whom the provider has recognised. */
export type Recognised = { readonly name: string; readonly isStepTaken: boolean }

/** An identity provider. */
export type OpenIdProvider = {
  /** Where somebody goes to sign in, to be led back to `back`. */
  begin(back: string): Promise<{ readonly url: URL; readonly flow: OpenIdFlow }>
  /** Whom it has recognised who is led back; undefined for nobody. Throws for answers that prove nothing. */
  finish(ledBack: { readonly url: URL; readonly flow: OpenIdFlow }): Promise<Recognised | undefined>
}

/** How long the provider may take to answer, in seconds. */
const timeout = 5

/** Opens the provider of these settings, which is asked what it can do when somebody first signs in. */
export function openIdProvider({ issuer, clientId, clientSecret, claim }: OpenIdSettings): OpenIdProvider {
  let discovered: Promise<Configuration> | undefined

  function configuration(): Promise<Configuration> {
    const server = new URL(issuer)
    // Signatures are checked although tokens come from the provider itself; without TLS only on this very machine.
    const execute = [enableNonRepudiationChecks, ...(server.protocol === 'http:' ? [allowInsecureRequests] : [])]
    discovered ??= discovery(server, clientId, clientSecret, undefined, { execute, timeout })
    discovered.catch(() => {
      discovered = undefined
    })
    return discovered
  }

  return {
    async begin(back) {
      const flow = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
      const { state, nonce, verifier } = flow
      const url = buildAuthorizationUrl(await configuration(), {
        ...{ redirect_uri: back, scope: 'openid email profile', response_type: 'code', state, nonce },
        ...{ code_challenge: await calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
      })
      return { url, flow }
    },
    async finish({ url, flow: { state, nonce, verifier } }) {
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
      try {
        const claims = (await authorizationCodeGrant(await configuration(), url, checks)).claims()
        return claims && recognisedBy(claims, claim)
      } catch (error) {
        // The provider says so itself: the person gave up, or may not sign in here.
        if (error instanceof AuthorizationResponseError) return undefined
        throw error
      }
    },
  }
}

function recognisedBy(claims: IDToken, claim: string): Recognised | undefined {
  const name = claims[claim]
  if (typeof name !== 'string' || name === '') return undefined
  // Whoever may write any address into an account of the provider would be anybody.
  if (claim === 'email' && claims.email_verified !== true) return undefined
  return { name, isStepTaken: tookSecondStep(claims) }
}

/** The values of `acr` by which providers say that several factors were used. */
const strongContexts = [
  'phr',
  'phrh',
  'https://refeds.org/profile/mfa',
  'http://schemas.openid.net/pape/policies/2007/06/multi-factor',
]

/** Whether a provider says that it took a second step: by `amr` (RFC 8176), or by `acr`. */
function tookSecondStep({ amr, acr }: IDToken): boolean {
  return (Array.isArray(amr) && amr.includes('mfa')) || (typeof acr === 'string' && strongContexts.includes(acr))
}
