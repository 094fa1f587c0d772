import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Passkey, Passkeys, Site } from '../../../../core/sente.ts'

/** Loaded with the first passkey: it takes some tenths of a second, and many gateways have none. */
const library = () => import('@simplewebauthn/server')

/**
 * Passkeys by WebAuthn. They are a second step beside a password, so presence is enough, and no browser has to list
 * them. No attestation is required, so any maker's passkey works.
 */
export function webAuthnPasskeys(siteName = 'sente'): Passkeys {
  return {
    async registration({ user, passkeys, site }) {
      const { generateRegistrationOptions } = await library()
      const options = await generateRegistrationOptions({
        rpName: siteName,
        rpID: site.host,
        userName: user.name,
        userID: new TextEncoder().encode(user.id),
        attestationType: 'none',
        excludeCredentials: passkeys.map(described),
        authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
      })
      return { options, challenge: options.challenge }
    },
    registered: ({ response, challenge, site }) =>
      ifRight(async () => {
        const { verifyRegistrationResponse } = await library()
        const { verified, registrationInfo } = await verifyRegistrationResponse({
          response: response as RegistrationResponseJSON,
          expectedChallenge: challenge,
          ...expected(site),
          requireUserVerification: false,
        })
        if (!verified || !registrationInfo) return undefined
        const { id, publicKey, counter, transports = [] } = registrationInfo.credential
        return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports }
      }),
    async check({ passkeys, site }) {
      const allowCredentials = passkeys.map(described)
      const { generateAuthenticationOptions } = await library()
      const options = await generateAuthenticationOptions({
        rpID: site.host,
        allowCredentials,
        userVerification: 'preferred',
      })
      return { options, challenge: options.challenge }
    },
    checked: ({ response, challenge, passkeys, site }) =>
      ifRight(async () => {
        const given = response as AuthenticationResponseJSON
        const passkey = passkeys.find(({ id }) => id === given.id)
        if (!passkey) return undefined
        const { verifyAuthenticationResponse } = await library()
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          response: given,
          expectedChallenge: challenge,
          ...expected(site),
          credential: credentialOf(passkey),
          requireUserVerification: false,
        })
        return verified ? { id: passkey.id, counter: authenticationInfo.newCounter } : undefined
      }),
  }
}

function expected({ host, origin }: Site) {
  return { expectedOrigin: origin, expectedRPID: host }
}

function described({ id, transports }: Passkey) {
  return { id, transports: [...transports] }
}

function credentialOf({ id, publicKey, counter, transports }: Passkey) {
  return { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter, transports: [...transports] }
}

/** The result of a verification; undefined if the library throws. */
async function ifRight<T>(verify: () => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await verify()
  } catch {
    return undefined
  }
}
