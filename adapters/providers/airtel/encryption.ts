import { constants, createCipheriv, createPublicKey, type KeyObject, publicEncrypt, randomBytes } from 'node:crypto'

/** The RSA padding; with OAEP, MGF1 uses the same hash, since Node offers no other. */
export type AirtelPadding = 'pkcs1' | 'oaep-sha1' | 'oaep-sha256'

/** Encrypts a short text under Airtel's public key, as base64. */
type Seal = (text: string) => string

/**
 * Makes a seal from a key in PEM or base64 SPKI. Throws a TypeError with the key's use when it is not a public RSA key.
 */
export function airtelSeal(key: string, padding: AirtelPadding, use: 'the PIN' | 'signatures'): Seal {
  const publicKey = readKey(key)
  if (publicKey?.asymmetricKeyType !== 'rsa') {
    throw new TypeError(
      `Airtel's public key for ${use} can't be read: it must be an RSA key, in PEM or as the base64 of its SPKI`,
    )
  }
  return (text) => publicEncrypt({ key: publicKey, ...paddings[padding] }, Buffer.from(text)).toString('base64')
}

function readKey(key: string): KeyObject | undefined {
  const isPem = key.includes('-----BEGIN')
  try {
    return createPublicKey(
      isPem ? key.replaceAll(writtenLineEnds, '\n') : { key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' },
    )
  } catch {
    // OpenSSL's error does not help, and might contain the key.
    return undefined
  }
}

/** In a file of environment variables a PEM is one line, with two characters for each line end. */
const writtenLineEnds = /(\\r)?\\n/g

const paddings = {
  pkcs1: { padding: constants.RSA_PKCS1_PADDING },
  'oaep-sha1': { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' },
  'oaep-sha256': { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
} as const satisfies Record<AirtelPadding, object>

/**
 * The headers that sign a body. `x-signature` is its exact text under AES-256-CBC with a new key and vector. `x-key` is
 * these two, as base64 with a colon between them, under Airtel's public key.
 */
export function signatureOf(body: string, seal: Seal): Record<'x-signature' | 'x-key', string> {
  const [key, vector] = [randomBytes(32), randomBytes(16)]
  const cipher = createCipheriv('aes-256-cbc', key, vector)
  const signature = Buffer.concat([cipher.update(body, 'utf8'), cipher.final()]).toString('base64')
  return { 'x-signature': signature, 'x-key': seal(`${key.toString('base64')}:${vector.toString('base64')}`) }
}
