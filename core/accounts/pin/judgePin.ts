import type { Account, PinVerifier } from '../../model/account.ts'
import type { OperatorRefusal } from '../../model/operatorRefusal.ts'
import type { PinCount } from '../../ports/books/counts.ts'
import type { Secrets } from '../../ports/secrets.ts'

/** Wrong PINs in a row after which the PIN is locked. */
const wrongPinsUntilLock = 5
/** Wrong PINs in 24 hours after which the PIN is locked, even with right ones in between. */
const mostWrongInADay = 10
const dayMs = 24 * 60 * 60 * 1000
const shortestLockMs = 15 * 60 * 1000

/** Whether a string can be a PIN at all: 4 to 6 digits. */
function isPin(text: string): boolean {
  return /^[0-9]{4,6}$/.test(text)
}

/** Refuses a new PIN that is not 4 to 6 digits, or is among the first that a thief tries. */
export function refuseNewPin(pin: string): OperatorRefusal | undefined {
  if (!isPin(pin)) return { refused: 'malformed_pin', message: 'A PIN must be 4 to 6 digits' }
  if (!isGuessable(pin)) return undefined
  const message = 'A PIN must not be one repeated digit, nor digits that run up or down, such as 0000 or 1234'
  return { refused: 'guessable_pin', message }
}

/** Whether each digit is the one before it, the next one (0 after 9), or the previous one. */
function isGuessable(pin: string): boolean {
  return [0, 1, 9].some((step) =>
    [...pin].every((digit, at) => at === 0 || (Number(pin[at - 1]) + step) % 10 === Number(digit)),
  )
}

type Guess = {
  accountId: string
  /** The account's PIN. */
  sealed: PinVerifier
  /** The given PIN. */
  pin: string
  /** The account's count so far, perhaps for an earlier PIN. */
  count: PinCount | undefined
  nowMs: number
  secrets: Secrets
}

/**
 * The result of a guess: right; wrong, perhaps with a lock; not compared, because the PIN is locked; or unknown,
 * because the PIN's key is not configured. `count` is the new count if it must be written: after a right guess, only
 * once its payout is opened.
 */
export type Judged =
  | { readonly guess: 'right' | 'unknown'; readonly count?: PinCount }
  | { readonly guess: 'wrong'; readonly count?: PinCount; readonly lock?: PinLock }
  | { readonly guess: 'locked'; readonly leftMs: number; readonly count?: PinCount }

/** A lock after a wrong PIN. */
export type PinLock = {
  readonly accountId: string
  /** Five in a row; or ten in 24 hours, or one after those. */
  readonly because: 'five_in_a_row' | 'ten_in_a_day'
  readonly untilMs: number
}

/**
 * Judges one guess at an account's PIN. While the PIN is locked nothing is compared or counted. A text that can't be a
 * PIN is wrong but not counted as a guess.
 */
export function judgePin({ accountId, sealed, pin, count, nowMs, secrets }: Guess): Judged {
  const counted = countOf(sealed, count)
  const locked = stillLocked(counted, nowMs)
  if (locked) return locked
  if (!isPin(pin)) return { guess: 'wrong' }
  if (!secrets.pinKeyVersions.includes(sealed.keyVersion)) return { guess: 'unknown' }
  if (!secrets.matches(accountId, pin, sealed)) return countWrong(accountId, counted, nowMs)
  if (counted.failures === 0) return { guess: 'right' }
  return { guess: 'right', count: { ...counted, failures: 0, lockedUntilMs: null } }
}

/** The wrong PINs of the last 24 hours, counted up to ten, and the end of the lock, if there is one. */
export type WrongPins = { readonly inADay: number; readonly lockedUntilMs: number | null }

/** The count of an account's wrong PINs. */
export function wrongPinsOf({ pin }: Account, count: PinCount | undefined, nowMs: number): WrongPins {
  if (!pin) return { inADay: 0, lockedUntilMs: null }
  const counted = countOf(pin, count)
  const locked = stillLocked(counted, nowMs)
  return { inADay: recent(counted, nowMs).length, lockedUntilMs: locked ? nowMs + locked.leftMs : null }
}

/** The count for this PIN; a count for an earlier one does not apply. */
function countOf({ id: pinId }: PinVerifier, count: PinCount | undefined): PinCount {
  return count?.pinId === pinId ? count : { pinId, failures: 0, wrongAtMs: [], locks: 0, lockedUntilMs: null }
}

/**
 * The length of a lock: the first of a PIN lasts 15 minutes, each after too many in a day twice as long, up to a day.
 */
function lockMsOf(locks: number): number {
  return Math.min(shortestLockMs * 2 ** Math.max(locks - 1, 0), dayMs)
}

/** A lock with an impossible length was set by a clock that was ahead: it starts again. */
function stillLocked(count: PinCount, nowMs: number): Extract<Judged, { guess: 'locked' }> | undefined {
  const leftMs = (count.lockedUntilMs ?? nowMs) - nowMs
  if (leftMs <= 0) return undefined
  const lockMs = lockMsOf(count.locks)
  if (leftMs <= lockMs) return { guess: 'locked', leftMs }
  return { guess: 'locked', leftMs: lockMs, count: { ...count, lockedUntilMs: nowMs + lockMs } }
}

function countWrong(accountId: string, count: PinCount, nowMs: number): Judged {
  const wrongAtMs = [...recent(count, nowMs), nowMs].slice(-mostWrongInADay)
  const failures = (count.lockedUntilMs === null ? count.failures : 0) + 1
  // Once there were too many, each wrong one locks the PIN, until it is set again.
  const isTooMany = count.locks > 0 || wrongAtMs.length >= mostWrongInADay
  const next = { ...count, failures, wrongAtMs, locks: count.locks + (isTooMany ? 1 : 0) }
  if (!isTooMany && failures < wrongPinsUntilLock) return { guess: 'wrong', count: { ...next, lockedUntilMs: null } }
  const untilMs = nowMs + lockMsOf(next.locks)
  const because = isTooMany ? 'ten_in_a_day' : 'five_in_a_row'
  return {
    guess: 'wrong',
    count: { ...next, lockedUntilMs: untilMs },
    lock: { accountId, because, untilMs },
  }
}

/** The times of the wrong PINs of the last 24 hours. Times from a clock that was ahead count as now. */
function recent({ wrongAtMs }: PinCount, nowMs: number): number[] {
  return wrongAtMs.filter((atMs) => atMs > nowMs - dayMs).map((atMs) => Math.min(atMs, nowMs))
}
