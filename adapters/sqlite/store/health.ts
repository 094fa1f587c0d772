import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { UnusableDatabase } from '../unusableDatabase.ts'

/** Judges from a store's own reads and writes whether it works. */
export type StoreHealth = {
  /** Runs a read; judges what it throws, and throws it on. */
  watched<T>(read: () => T): T
  /** Records that a write is on the disk. */
  written(): void
  /** Judges an error of a write. */
  heed(error: unknown): void
  /** Whether there is known trouble. */
  isTroubled(): boolean
  /** Whether the store can be written; tried at most once a second, unless there was a write within that second. */
  isReady(): Promise<boolean>
}

/** What a store's health needs. */
export type StoreHealthParts = {
  /**
   * Makes a write that changes nothing, and resolves when it is on the disk. In trouble it has to need more room than
   * one payment.
   */
  readonly probe: (inTrouble: boolean) => Promise<unknown>
  /** Called with the trouble when it begins, and with `undefined` when it is over. */
  readonly onTrouble?: ((trouble: Trouble | undefined) => void) | undefined
  /** How long a finding is valid, in milliseconds; 1,000 by default. */
  readonly freshMs?: number
}

/** How long to wait for a probe, which may itself wait for another process's lock or for a checkpoint. */
const probeMs = 1_000

/** Starts healthy. Only a probe ends trouble: on a full disk small writes may succeed where larger ones fail. */
export function storeHealth({ probe, onTrouble, freshMs = 1_000 }: StoreHealthParts): StoreHealth {
  let trouble: Trouble | undefined
  let knownAtMs = Number.NEGATIVE_INFINITY
  let probing: Promise<void> | undefined

  function heed(error: unknown) {
    const found = troubleOf(error)
    if (!found || (trouble && (trouble.isLasting || !found.isLasting))) return
    trouble = found
    onTrouble?.(trouble)
  }

  async function look() {
    try {
      await probe(trouble !== undefined)
      if (!trouble || trouble.isLasting) return
      trouble = undefined
      onTrouble?.(undefined)
    } catch (error) {
      heed(error)
    } finally {
      knownAtMs = performance.now()
      probing = undefined
    }
  }

  return {
    watched(read) {
      try {
        return read()
      } catch (error) {
        heed(error)
        throw error
      }
    },
    written() {
      if (!trouble) knownAtMs = performance.now()
    },
    heed,
    isTroubled: () => trouble !== undefined,
    async isReady() {
      if (trouble?.isLasting) return false
      if (performance.now() - knownAtMs >= freshMs) probing ??= look()
      if (probing) await Promise.race([probing, setTimeout(probeMs, undefined, { ref: false })])
      return trouble === undefined
    },
  }
}

/**
 * What keeps a store from its work: until writing succeeds again, or, where `isLasting`, for as long as the process
 * runs.
 */
export type Trouble = { readonly isLasting: boolean; readonly error: Error }

/** The trouble that an error shows; undefined for an error that concerns only its own statement. */
export function troubleOf(error: unknown): Trouble | undefined {
  if (error instanceof UnusableDatabase) return { isLasting: true, error }
  if (!(error instanceof Database.SqliteError)) return undefined
  if (isDamage(error)) return { isLasting: true, error }
  return hindrance.test(error.code) ? { isLasting: false, error } : undefined
}

/** Whether an error, or what it came of, shows that the database is damaged. */
export function isDamage(error: unknown): boolean {
  if (error instanceof Database.SqliteError) return damage.test(error.code)
  return error instanceof Error && isDamage(error.cause)
}

/** The database is damaged. */
const damage = /^SQLITE_(CORRUPT|NOTADB|IOERR_CORRUPTFS)/

/** A full disk, a read-only file, or a system that refuses to read or write. */
const hindrance = /^SQLITE_(FULL|READONLY|IOERR|CANTOPEN|PERM|NOMEM|PROTOCOL)/
