import { constants, createCipheriv, createPublicKey, type KeyObject, publicEncrypt, randomBytes } from 'node:crypto'

/** How an RSA text is padded; with OAEP the hash is that of MGF1 too, for Node has no other. */
export type AirtelPadding = 'pkcs1' | 'oaep-sha1' | 'oaep-sha256'

/** Encrypts a short text under Airtel's public key, as base64. */
export type Seal = (text: string) => string

/** Makes a seal of a key in PEM or base64 SPKI; throws a TypeError when it is no public RSA key. */
export function airtelSeal(key: string, padding: AirtelPadding): Seal {
  const publicKey = readKey(key)
  if (publicKey?.asymmetricKeyType !== 'rsa') {
    throw new TypeError("Airtel's public key has to be an RSA key, in PEM or as the base64 of its SPKI")
  }
  return (text) => publicEncrypt({ key: publicKey, ...paddings[padding] }, Buffer.from(text)).toString('base64')
}

function readKey(key: string): KeyObject | undefined {
  const isPem = key.includes('-----BEGIN')
  try {
    return createPublicKey(isPem ? key : { key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
  } catch {
    // What OpenSSL says of it helps nobody, and might repeat it.
    return undefined
  }
}

const paddings = {
  pkcs1: { padding: constants.RSA_PKCS1_PADDING },
  'oaep-sha1': { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' },
  'oaep-sha256': { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
} as const satisfies Record<AirtelPadding, object>

/**
 * The headers that sign a body: its very text under AES-256-CBC with a key and a vector made for it, and these two, as
 * base64 with a colon between them, under Airtel's public key.
 */
export function signatureOf(body: string, seal: Seal): Record<'x-signature' | 'x-key', string> {
  const [key, vector] = [randomBytes(32), randomBytes(16)]
  const cipher = createCipheriv('aes-256-cbc', key, vector)
  const signature = Buffer.concat([cipher.update(body, 'utf8'), cipher.final()]).toString('base64')
  return { 'x-signature': signature, 'x-key': seal(`${key.toString('base64')}:${vector.toString('base64')}`) }
}
