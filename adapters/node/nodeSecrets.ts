import { createHmac, hash, hkdfSync, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { type PinVerifier, pseudonymPrefix, type Secrets } from '../../core/sente.ts'

/** The operator's PIN keys: long random texts, kept outside the store. Without its PIN key, no PIN can be checked. */
export type PinKeys = {
  /** The key that seals PINs. */
  readonly current: string
  /** The key that may still have sealed some PINs. A payout with the right PIN moves it to the current key. */
  readonly previous?: string
}

/** The keys of {@link nodeSecrets}. Without one for pseudonyms no phone number can be erased. */
export type SecretKeys = { readonly pinKeys: PinKeys; readonly pseudonymKey?: string | undefined }

/** Makes keys, hashes keys with SHA-256, and seals PINs and makes pseudonyms with HMAC-SHA-256, by node:crypto. */
export function nodeSecrets({ pinKeys, pseudonymKey }: SecretKeys): Secrets {
  const byVersion = new Map(
    [pinKeys.current, pinKeys.previous].filter((key) => key !== undefined).map((key) => [versionOf(key), key]),
  )
  const macOf = (pinKey: string, accountId: string, id: string, pin: string) =>
    createHmac('sha256', pinKey)
      .update(JSON.stringify([accountId, id, pin]))
      .digest('hex')
  const reseal = (accountId: string, pin: string, { id }: Pick<PinVerifier, 'id'>) => ({
    id,
    keyVersion: versionOf(pinKeys.current),
    mac: macOf(pinKeys.current, accountId, id, pin),
  })
  const linkToken = linkTokenUnder(pinKeys.current)
  const previousLinkTokens = pinKeys.previous === undefined ? [] : [linkTokenUnder(pinKeys.previous)]
  return {
    pinKeyVersions: [...byVersion.keys()],
    newKey(kind) {
      const random = randomBytes(24).toString('hex')
      return `sente_${kind === 'secret' ? 'sk' : 'pk'}_${random}${checksum(random)}`
    },
    newToken: () => randomBytes(32).toString('base64url'),
    linkTokens: (linkId) => [linkToken(linkId), ...previousLinkTokens.map((token) => token(linkId))],
    ...nodeHashing,
    sameDigest: isSame,
    seal: (accountId, pin) => reseal(accountId, pin, { id: randomUUID() }),
    reseal,
    matches(accountId, pin, { id, keyVersion, mac }) {
      const pinKey = byVersion.get(keyVersion)
      if (pinKey === undefined) throw new Error(`PIN key ${keyVersion} is not configured`)
      return isSame(macOf(pinKey, accountId, id, pin), mac)
    },
    ...(pseudonymKey !== undefined && {
      pseudonym: (phoneNumber) =>
        pseudonymPrefix + createHmac('sha256', pseudonymKey).update(phoneNumber).digest('hex').slice(0, 32),
    }),
  }
}

/** Derives the tokens of payment links from a key of their own, which is derived from a PIN key by HKDF. */
function linkTokenUnder(pinKey: string): (linkId: string) => string {
  const key = Buffer.from(hkdfSync('sha256', pinKey, '', 'sente addresses of payment links', 32))
  return (linkId) => createHmac('sha256', key).update(linkId).digest('hex').slice(0, 32)
}

/** Hashes with SHA-256, without any key. */
export const nodeHashing: Pick<Secrets, 'digest'> = { digest: (key) => hash('sha256', key) }

/** The name of a PIN key, which does not reveal it: the first eight hexadecimal digits of its hash. */
function versionOf(pinKey: string): string {
  return createHmac('sha256', pinKey).update('sente pin key version').digest('hex').slice(0, 8)
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
}

function checksum(random: string): string {
  return crc32(random).toString(16).padStart(8, '0')
}
