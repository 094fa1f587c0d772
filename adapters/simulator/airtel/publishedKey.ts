import { createHash } from 'node:crypto'
import type { AirtelCipher } from './cipher.ts'
import type { Verdict } from './reply.ts'

/** What a client is told of the public key; the simulated one never ends. */
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
