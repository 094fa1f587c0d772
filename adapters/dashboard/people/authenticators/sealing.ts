import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Long random texts, kept outside the store. The current one seals, the previous one has sealed. */
export type SealingKeys = { readonly current: string; readonly previous?: string }

/**
 * Seals texts, each for one owner, with AES-256-GCM under a key that is derived by HKDF for one purpose, such as
 * `second steps of users`.
 */
export function sealing({ current, previous }: SealingKeys, purpose: string) {
  const keys = [current, previous]
    .filter((key) => key !== undefined)
    .map((key) => ({ version: versionOf(key), key: keyOf(key, purpose) }))
  return {
    /** The sealed form of a text: the version of the key, and the encrypted text. */
    seal(text: string, owner: string): string {
      const [{ version, key } = { version: '', key: Buffer.alloc(0) }] = keys
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return [version, ...[iv, cipher.getAuthTag(), sealed].map((bytes) => bytes.toString('base64url'))].join('.')
    },
    /** The text; undefined if its key is not configured, or it was sealed for another owner. */
    open(sealed: string, owner: string): string | undefined {
      const [version, ...parts] = sealed.split('.')
      const [iv, tag, text] = parts.map((part) => Buffer.from(part, 'base64url'))
      const found = keys.find((one) => one.version === version)
      if (!found || !iv || !tag || !text) return undefined
      try {
        const decipher = createDecipheriv('aes-256-gcm', found.key, iv, { authTagLength: 16 }).setAAD(
          Buffer.from(owner),
        )
        decipher.setAuthTag(tag)
        return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}

function keyOf(key: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `sente ${purpose}`, 32))
}

/** The name of a key, which does not reveal it. */
function versionOf(key: string): string {
  return createHmac('sha256', key).update('sente second step key version').digest('hex').slice(0, 8)
}
