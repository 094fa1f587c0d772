import type { Account } from '../account.ts'
import type { OperatorRefusal } from '../operatorRefusal.ts'
import type { PinCount } from '../ports/books.ts'
import type { Secrets } from '../ports/secrets.ts'

/** Wrong PINs in a row after which the PIN is locked. */
const wrongPinsUntilLock = 5
/** How long a PIN stays locked, in milliseconds: 15 minutes. */
const pinLockMs = 15 * 60 * 1000

/** Whether a string can be a PIN at all: 4 to 6 digits. */
export function isPin(text: string): boolean {
  return /^[0-9]{4,6}$/.test(text)
}

/** Refuses a PIN that cannot be set: not 4 to 6 digits, or among the first that a thief tries. */
export function refuseNewPin(pin: string): OperatorRefusal | undefined {
  if (!isPin(pin)) return { refused: 'malformed_pin', message: 'A PIN is 4 to 6 digits' }
  if (!isGuessable(pin)) return undefined
  const message = 'A PIN is not one digit repeated, nor digits that run up or down, such as 0000 or 1234'
  return { refused: 'guessable_pin', message }
}

/** Whether each digit is the one before it, the next one (0 after 9), or the previous one. */
function isGuessable(pin: string): boolean {
  return [0, 1, 9].some((step) =>
    [...pin].every((digit, at) => at === 0 || (Number(pin[at - 1]) + step) % 10 === Number(digit)),
  )
}

type Guess = {
  account: Account
  pin: string
  /** The account's count so far, perhaps for an earlier PIN. */
  count: PinCount | undefined
  nowMs: number
  secrets: Secrets
}

/** Whether a guess is right, unknown when the PIN's key is not configured; and the new count if it has to be written. */
type Judged = { right: boolean | 'unknown'; count?: PinCount }

/**
 * Judges one guess at an account's PIN. While the PIN is locked nothing is compared or counted; a text that can't be a
 * PIN is wrong but not counted as a guess.
 */
export function judgePin({ account, pin, count, nowMs, secrets }: Guess): Judged {
  const sealed = account.pin
  if (!sealed || !isPin(pin)) return { right: false }
  const counted = count?.pinId === sealed.id ? count : undefined
  if (counted?.lockedUntilMs && nowMs < counted.lockedUntilMs) return { right: false, ...shortened(counted, nowMs) }
  if (!secrets.pinKeyVersions.includes(sealed.keyVersion)) return { right: 'unknown' }
  const failures = counted?.lockedUntilMs ? 0 : (counted?.failures ?? 0)
  if (secrets.matches(account.id, pin, sealed)) {
    if (!counted || counted.failures === 0) return { right: true }
    return { right: true, count: { pinId: sealed.id, failures: 0, lockedUntilMs: null } }
  }
  const wrong = failures + 1
  const lock = wrong >= wrongPinsUntilLock ? nowMs + pinLockMs : null
  return { right: false, count: { pinId: sealed.id, failures: wrong, lockedUntilMs: lock } }
}

/** A lock that lasts longer than any lock does was set by a clock that was ahead: it starts again. */
function shortened(count: PinCount, nowMs: number): { count?: PinCount } {
  const isTooLong = (count.lockedUntilMs ?? 0) > nowMs + pinLockMs
  return isTooLong ? { count: { ...count, lockedUntilMs: nowMs + pinLockMs } } : {}
}
