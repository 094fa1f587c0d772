import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { UnusableDatabase } from '../unusableDatabase.ts'

/** Knows what keeps a store from its work, from what becomes of its own reads and writes. */
export type StoreHealth = {
  /** Runs a read; what it throws is judged and thrown on. */
  watched<T>(read: () => T): T
  /** Takes note that something was written and is on the disk. */
  written(): void
  /** Judges an error of a write. */
  heed(error: unknown): void
  /** Whether something is known to be wrong. */
  isTroubled(): boolean
  /** Whether the store can be written. It is tried once a second at most, unless there was a write within that second. */
  isReady(): Promise<boolean>
}

/** What it needs. */
export type StoreHealthParts = {
  /** Writes what changes nothing, and resolves when it is on the disk. In trouble it has to take more than one payment needs. */
  readonly probe: (inTrouble: boolean) => Promise<unknown>
  /** Told of trouble when it begins, and `undefined` when it is over. */
  readonly onTrouble?: ((trouble: Trouble | undefined) => void) | undefined
  /** For so long what was found out is good, in milliseconds; 1,000 by default. */
  readonly freshMs?: number
}

/** How long a probe is waited for that waits itself: for another process's lock, or until the log is emptied. */
const probeMs = 1_000

/** Makes it. Trouble ends by a probe alone: when a disk is full, small writes may go through where larger ones do not. */
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

/** What keeps a store from its work: until writing succeeds again, or, where `isLasting`, for as long as the process runs. */
export type Trouble = { readonly isLasting: boolean; readonly error: Error }

/** The trouble that an error tells of; undefined for one that is no more than the answer to its own statement. */
export function troubleOf(error: unknown): Trouble | undefined {
  if (error instanceof UnusableDatabase) return { isLasting: true, error }
  if (!(error instanceof Database.SqliteError)) return undefined
  if (damage.test(error.code)) return { isLasting: true, error }
  return hindrance.test(error.code) ? { isLasting: false, error } : undefined
}

/** What was written cannot be understood any more. */
const damage = /^SQLITE_(CORRUPT|NOTADB|IOERR_CORRUPTFS)/

/** A full disk, a file that may only be read, or a system that refuses to read or write. */
const hindrance = /^SQLITE_(FULL|READONLY|IOERR|CANTOPEN|PERM|NOMEM|PROTOCOL)/
