import { Secret, TOTP } from 'otpauth'
import { type Codes, codePeriodMs } from '../../../../core/sente.ts'
import { type SealingKeys, sealing } from './sealing.ts'

const form = { algorithm: 'SHA1', digits: 6, period: codePeriodMs / 1_000 } as const

/** Codes of authenticator apps (RFC 6238). Their secrets are stored sealed under keys, and carry the user's name. */
export function totpCodes(keys: SealingKeys, issuer = 'sente'): Codes {
  const { seal, open } = sealing(keys, 'second steps of users')
  const totp = (secret: string, label = 'user') =>
    new TOTP({ ...form, issuer, label, secret: Secret.fromBase32(secret) })
  return {
    newSecret: () => new Secret({ size: 20 }).base32,
    uriOf: ({ secret, name }) => totp(secret, name).toString(),
    seal: ({ userId, secret }) => seal(secret, userId),
    reseal({ userId, sealed }) {
      const secret = open(sealed, userId)
      return secret === undefined ? undefined : seal(secret, userId)
    },
    periodOf({ userId, sealed, code, nowMs }) {
      const secret = open(sealed, userId)
      if (secret === undefined) return undefined
      const one = totp(secret)
      const delta = one.validate({ token: code.replace(/\s/g, ''), timestamp: nowMs, window: 1 })
      return delta === null ? undefined : one.counter({ timestamp: nowMs }) + delta
    },
  }
}
