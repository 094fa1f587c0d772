import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'

/** The first line of every file with a case. */
const firstLine = 'sente-case-1'

/** A new private key as PEM, and the public one that belongs to it. */
export function newCaseKey(): { readonly pem: string; readonly publicKey: string } {
  const { privateKey } = generateKeyPairSync('ed25519')
  return { pem: String(privateKey.export({ type: 'pkcs8', format: 'pem' })), publicKey: publicKeyOf(privateKey) }
}

/** Reads a private key of Ed25519 in PEM; undefined for anything else. */
export function readCaseKey(pem: string): KeyObject | undefined {
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
 * A case as a file: a first line that names the form, the case as one line of JSON, and the signature in hexadecimal
 * digits. What is signed are the bytes of the first two lines, with their line ends.
 */
export function signedCase(content: object, key: KeyObject): string {
  const signed = `${firstLine}\n${JSON.stringify(content)}\n`
  return `${signed}${sign(null, Buffer.from(signed), key).toString('hex')}\n`
}

/** The case in a file whose signature is by this key; undefined for any other file. */
export function caseIn(file: Buffer, publicKey: string): unknown {
  const found = form.exec(file.toString('latin1'))
  if (!found) return undefined
  const [, signed = '', signature = ''] = found
  const x = Buffer.from(publicKey, 'hex').toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  const bytes = Buffer.from(signed, 'latin1')
  if (!verify(null, bytes, key, Buffer.from(signature, 'hex'))) return undefined
  return JSON.parse(bytes.toString().slice(firstLine.length))
}

/** Of a file whose bytes are read as characters. */
const form = new RegExp(`^(${firstLine}\\n[^\\n]+\\n)([0-9a-f]{128})\\n$`)
