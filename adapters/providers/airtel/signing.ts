import { createCipheriv, randomBytes } from 'node:crypto'
import type { Seal } from './seal.ts'

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
