import type { ClientAuth, Configuration, IDToken } from 'openid-client'
import type { Vouched } from '../../../../core/sente.ts'

/** The connection to an identity provider by OpenID Connect, and the claim with the name of an operator. */
export type OpenIdSettings = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** The claim, such as `email`. */
  readonly claim: string
}

/** The values in the browser while its user is at the provider. The returning browser must have them. */
export type OpenIdFlow = { readonly state: string; readonly nonce: string; readonly verifier: string }

/** The person that the provider has recognised. */
export type Recognised = Vouched & { readonly name: string; readonly isStepTaken: boolean }

/**
 * The reason why nobody is recognised: the person gave up or may not sign in there, or a claim is missing, such as
 * `email_verified`.
 */
export type Unrecognised = { readonly missing: string | null }

/** An identity provider. */
export type OpenIdProvider = {
  /** The URL for signing in. The provider redirects from there to `back`. */
  begin(back: string): Promise<{ readonly url: URL; readonly flow: OpenIdFlow }>
  /** The recognised person, from the URL of the return. Throws for answers that prove nothing. */
  finish(ledBack: { readonly url: URL; readonly flow: OpenIdFlow }): Promise<Recognised | Unrecognised>
}

type Claims = Readonly<Record<string, unknown>>

/** Loaded with the first sign-in at the provider: many gateways have none. */
const library = () => import('openid-client')

/** How long the provider may take to answer, in seconds. */
const timeout = 5

/** Opens the provider of these settings. It is asked for its abilities at the first sign-in. */
export function openIdProvider({ issuer, clientId, clientSecret, claim }: OpenIdSettings): OpenIdProvider {
  let discovered: Promise<Configuration> | undefined

  async function discover(): Promise<Configuration> {
    const { allowInsecureRequests, discovery, enableNonRepudiationChecks } = await library()
    const server = new URL(issuer)
    // Signatures are checked although tokens come from the provider itself. Without TLS only on this very machine.
    const execute = [enableNonRepudiationChecks, ...(server.protocol === 'http:' ? [allowInsecureRequests] : [])]
    return discovery(server, clientId, undefined, await authentication(clientSecret), { execute, timeout })
  }

  function configuration(): Promise<Configuration> {
    discovered ??= discover()
    discovered.catch(() => {
      discovered = undefined
    })
    return discovered
  }

  return {
    async begin(back) {
      const openId = await library()
      const { randomNonce, randomPKCECodeVerifier, randomState } = openId
      const flow = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
      const { state, nonce, verifier } = flow
      const url = openId.buildAuthorizationUrl(await configuration(), {
        redirect_uri: back,
        scope: 'openid email profile',
        response_type: 'code',
        state,
        nonce,
        code_challenge: await openId.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      return { url, flow }
    },
    async finish({ url, flow: { state, nonce, verifier } }) {
      const { AuthorizationResponseError, authorizationCodeGrant, fetchUserInfo } = await library()
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
      try {
        const found = await configuration()
        const tokens = await authorizationCodeGrant(found, url, checks)
        const token = tokens.claims()
        if (!token || !isIdToken(tokens.id_token)) throw new Error('the provider gave no ID token')
        const { iss: issuer, sub: subject } = token
        // In the flow with a code, the claims of a scope come from UserInfo (OpenID Connect Core, 5.4).
        const isAsked = missingIn(token, claim) !== null && found.serverMetadata().userinfo_endpoint !== undefined
        const claims = isAsked ? await fetchUserInfo(found, tokens.access_token, subject) : token
        const missing = missingIn(claims, claim)
        if (missing !== null) return { missing }
        return { issuer, subject, name: String(claims[claim]), isStepTaken: tookSecondStep(token) }
      } catch (error) {
        // The provider reports it itself: the person gave up, or may not sign in here.
        if (error instanceof AuthorizationResponseError) return { missing: null }
        throw error
      }
    },
  }
}

/**
 * Whether a token is not declared as another kind, such as an access token (RFC 9068); an ID token declares no kind.
 */
function isIdToken(token = ''): boolean {
  const { typ } = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())
  return typ === undefined || (typeof typ === 'string' && /^(application\/)?jwt$/i.test(typ))
}

/** The identity claim that is missing; null when none is. */
function missingIn(claims: Claims, claim: string): string | null {
  const name = claims[claim]
  if (typeof name !== 'string' || name === '') return claim
  // Otherwise anybody who can write any address into an account of the provider could be anybody.
  return claim === 'email' && claims.email_verified !== true ? 'email_verified' : null
}

/**
 * Authenticates the client in the provider's way: in a header unless it requires another (OpenID Connect Discovery, 3).
 */
async function authentication(secret: string): Promise<ClientAuth> {
  const { ClientSecretBasic, ClientSecretPost } = await library()
  const [byHeader, byForm] = [ClientSecretBasic(secret), ClientSecretPost(secret)]
  return (provider, ...given) => {
    const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = provider
    return (methods.includes('client_secret_basic') ? byHeader : byForm)(provider, ...given)
  }
}

/** The values of `acr` that report several factors. */
const strongContexts = [
  'phr',
  'phrh',
  'https://refeds.org/profile/mfa',
  'http://schemas.openid.net/pape/policies/2007/06/multi-factor',
]

/** Whether a provider reports a second step: by `amr` (RFC 8176), or by `acr`. */
function tookSecondStep({ amr, acr }: IDToken): boolean {
  return (Array.isArray(amr) && amr.includes('mfa')) || (typeof acr === 'string' && strongContexts.includes(acr))
}
