import { constants, createPublicKey, type KeyObject, privateDecrypt } from 'node:crypto'

/** The RSA padding; with OAEP, MGF1 uses the same hash. It differs between Airtel's countries. */
export type AirtelPadding = 'pkcs1' | 'oaep-sha1' | 'oaep-sha256'

/** Airtel's side of the encryption of PINs and of the keys of signatures. */
export type AirtelCipher = {
  /** Base64 of the SPKI. */
  readonly publicKey: string
  /** Decrypts a base64 text that was encrypted under the public key; undefined if that fails. */
  read(encrypted: string): string | undefined
}

/** Makes the cipher of one key pair and padding. */
export function airtelCipher(privateKey: KeyObject, padding: AirtelPadding): AirtelCipher {
  const decrypt = decryptions[padding]
  return {
    publicKey: createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64'),
    read(encrypted) {
      try {
        return decrypt(privateKey, Buffer.from(encrypted, 'base64'))?.toString('utf8')
      } catch {
        // OpenSSL throws when the text does not fit the key and padding.
        return undefined
      }
    },
  }
}

type Decryption = (key: KeyObject, encrypted: Buffer) => Buffer | undefined

const oaep =
  (oaepHash: string): Decryption =>
  (key, encrypted) =>
    privateDecrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash }, encrypted)

const decryptions: Readonly<Record<AirtelPadding, Decryption>> = {
  // Node 20 does not remove this padding (CVE-2023-46809), so this file does.
  pkcs1: (key, encrypted) => withoutPadding(privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, encrypted)),
  'oaep-sha1': oaep('sha1'),
  'oaep-sha256': oaep('sha256'),
}

/** Removes a PKCS#1 v1.5 padding: 0, 2, eight or more bytes other than 0, and 0. */
function withoutPadding(block: Buffer): Buffer | undefined {
  const end = block.indexOf(0, 2)
  const isPadded = block[0] === 0 && block[1] === 2 && end >= 10
  return isPadded ? block.subarray(end + 1) : undefined
}
