import { createHash, createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { Journal } from '../../journal.ts'
import type { Verdict } from '../answers/reply.ts'
import type { AirtelCipher } from './cipher.ts'

/** Airtel's private RSA key, PKCS#8 in PEM. */
export type AirtelEntries = { readonly airtelKey: string }

/** Airtel's private RSA key of 2048 bits, from the journal or newly made. */
export async function airtelPrivateKey(journal: Journal<AirtelEntries>): Promise<KeyObject> {
  const [earlier] = journal.earlier('airtelKey')
  if (earlier !== undefined) return registered(journal, earlier)
  made ??= promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const { privateKey } = await made
  const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
  journal.append('airtelKey', pem)
  return registered(journal, pem)
}

function registered(journal: Journal<AirtelEntries>, pem: string): KeyObject {
  journal.onRewrite('airtelKey', () => [pem])
  return createPrivateKey(pem)
}

/** Generating a key takes a while, so all simulators of a process share one. */
let made: Promise<{ readonly privateKey: KeyObject }> | undefined

/** The answer about the public key; the simulated key never expires. */
export function publishedKey({ publicKey }: AirtelCipher): Verdict {
  const key_id = createHash('sha256').update(publicKey).digest('hex').slice(0, 16)
  return {
    http: 200,
    success: true,
    responseCode: 'DP02010001001',
    resultCode: 'ESB000010',
    message: 'SUCCESS',
    data: { key_id, key: publicKey, valid_upto: '31-12-2099 23:59:59' },
  }
}
