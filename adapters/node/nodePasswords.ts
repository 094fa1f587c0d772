import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { type Passwords, PasswordsBusy } from '../../core/sente.ts'

/** The cost of hashing a password: scrypt's N as a power of two, r and p. */
export type PasswordCost = { readonly log2N: number; readonly r: number; readonly p: number }

/** By OWASP's Password Storage Cheat Sheet: 128 MiB and some tenths of a second each. */
const defaultCost: PasswordCost = { log2N: 17, r: 8, p: 1 }

/** How many are hashed at once, which leaves threads to payments, and the most that wait for their turn. */
const [mostAtOnce, mostWaiting] = [2, 64]

/** Hashes passwords with scrypt in threads, two at a time. */
export function nodePasswords(cost: PasswordCost = defaultCost): Passwords {
  const inTurn = turns(mostAtOnce, mostWaiting)
  const hashed = (password: string, how: Hashed) => inTurn(() => derive(password, how))
  // Read like any other hash, so that an unknown name takes as long as a known one.
  const nobody = encode({ ...cost, salt: randomBytes(16), key: randomBytes(32) })
  return {
    async hash(password) {
      const how = { ...cost, salt: randomBytes(16), key: Buffer.alloc(32) }
      return encode({ ...how, key: await hashed(password, how) })
    },
    async matches(password, hash) {
      const how = decode(hash ?? nobody)
      if (!how) return false
      const key = await hashed(password, how)
      return timingSafeEqual(key, how.key) && hash !== undefined
    },
    isCurrent(hash) {
      const how = decode(hash)
      return how?.log2N === cost.log2N && how.r === cost.r && how.p === cost.p
    },
  }
}

type Hashed = PasswordCost & { readonly salt: Buffer; readonly key: Buffer }

/** The form that other programs use for scrypt: `$scrypt$ln=17,r=8,p=1$salt$hash`. */
function encode({ log2N, r, p, salt, key }: Hashed): string {
  const inBase64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$scrypt$ln=${log2N},r=${r},p=${p}$${inBase64(salt)}$${inBase64(key)}`
}

function decode(hash: string): Hashed | undefined {
  const parts = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(hash)
  if (!parts) return undefined
  const [, log2N, r, p, salt = '', key = ''] = parts
  return {
    log2N: Number(log2N),
    r: Number(r),
    p: Number(p),
    salt: Buffer.from(salt, 'base64'),
    key: Buffer.from(key, 'base64'),
  }
}

function derive(password: string, { log2N, r, p, salt, key }: Hashed): Promise<Buffer> {
  const N = 2 ** log2N
  const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r }
  return new Promise((resolve, reject) => {
    scrypt(password, salt, key.length, options, (error, derived) => (error ? reject(error) : resolve(derived)))
  })
}

/** Runs a few at once. The others wait for their turn in the order of arrival. */
function turns(atOnce: number, waitingAtMost: number) {
  let running = 0
  const waiting: (() => void)[] = []

  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (waiting.length >= waitingAtMost) throw new PasswordsBusy('too many passwords wait to be hashed')
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
