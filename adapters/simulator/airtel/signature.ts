import { createDecipheriv } from 'node:crypto'
import type { Context } from 'koa'
import type { AirtelCipher } from './cipher.ts'

/**
 * Whether a request is signed: `x-signature` is the exact text of its body under AES-256-CBC, and `x-key` the key and
 * vector, as base64 with a colon between them, under Airtel's public key.
 */
export function isSigned(ctx: Context, cipher: AirtelCipher): boolean {
  const [key = '', vector = ''] = (cipher.read(ctx.get('X-Key')) ?? '').split(':')
  const signed = decrypted(ctx.get('X-Signature'), Buffer.from(key, 'base64'), Buffer.from(vector, 'base64'))
  return signed === String(ctx.request.rawBody ?? '')
}

function decrypted(text: string, key: Buffer, vector: Buffer): string | undefined {
  try {
    const decipher = createDecipheriv('aes-256-cbc', key, vector)
    return Buffer.concat([decipher.update(text, 'base64'), decipher.final()]).toString('utf8')
  } catch {
    // A key or vector of another length, or a text that does not decrypt, is no signature.
    return undefined
  }
}
