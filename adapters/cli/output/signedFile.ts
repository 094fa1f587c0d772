import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'

/** A new private key as PEM, and its public key. */
export function newSigningKey(): { readonly pem: string; readonly publicKey: string } {
  const { privateKey } = generateKeyPairSync('ed25519')
  return { pem: String(privateKey.export({ type: 'pkcs8', format: 'pem' })), publicKey: publicKeyOf(privateKey) }
}

/** Reads a private key of Ed25519 in PEM; undefined for anything else. */
export function readSigningKey(pem: string): KeyObject | undefined {
  try {
    const key = createPrivateKey(pem)
    return key.asymmetricKeyType === 'ed25519' ? key : undefined
  } catch {
    // OpenSSL's error does not help, and might contain the key.
    return undefined
  }
}

/** The public key of a private one: its 32 bytes as 64 hexadecimal digits. */
export function publicKeyOf(key: KeyObject): string {
  return Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex')
}

/**
 * A signed file: a first line that names its form, its content as one line of JSON, and the signature in hexadecimal
 * digits. The signature covers the bytes of the first two lines, with their line ends.
 */
export function signedFile(form: string, content: object, key: KeyObject): string {
  const signed = `${form}\n${JSON.stringify(content)}\n`
  return `${signed}${sign(null, Buffer.from(signed), key).toString('hex')}\n`
}

/** The content of a file of this form with a signature by this key; undefined for any other file. */
export function signedIn(file: Buffer, form: string, publicKey: string): unknown {
  // Its bytes are read as characters.
  const found = /^(([^\n]+)\n([^\n]+)\n)([0-9a-f]{128})\n$/.exec(file.toString('latin1'))
  const [, signed = '', ownForm, json = '', signature = ''] = found ?? []
  if (ownForm !== form || !/^[0-9a-f]{64}$/.test(publicKey)) return undefined
  const x = Buffer.from(publicKey, 'hex').toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  if (!verify(null, Buffer.from(signed, 'latin1'), key, Buffer.from(signature, 'hex'))) return undefined
  return JSON.parse(Buffer.from(json, 'latin1').toString())
}

/** SHA-256 of bytes, in hexadecimal digits. */
export function digestOf(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}
