import { createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { Journal } from './journal.ts'

/** Airtel's private RSA key, PKCS#8 in PEM. */
export type KeptOfAirtel = { readonly airtelKey: string }

/** Airtel's private RSA key of 2048 bits: the one that it had before, or else a new one. */
export async function airtelPrivateKey(journal: Journal<KeptOfAirtel>): Promise<KeyObject> {
  const [earlier] = journal.earlier('airtelKey')
  if (earlier !== undefined) return createPrivateKey(earlier)
  made ??= promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const { privateKey } = await made
  journal.append('airtelKey', String(privateKey.export({ type: 'pkcs8', format: 'pem' })))
  return privateKey
}

/** Making one takes a while, so all simulators of a process share it. */
let made: Promise<{ readonly privateKey: KeyObject }> | undefined
