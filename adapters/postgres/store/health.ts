import { setTimeout } from 'node:timers/promises'

/** Why the store does not work, until it does again. */
export type Trouble = { readonly isLasting: boolean; readonly error: Error }

/** Judges from what a store's connections report whether it works. */
export type StoreHealth = {
  /** Records that connecting failed. */
  failed(error: unknown): void
  /** Whether there is known trouble. */
  isTroubled(): boolean
  /** Whether the database can be written; tried at most once a second. */
  isReady(): Promise<boolean>
}

/** How long a finding is valid, and how long to wait for one, in milliseconds. */
const [freshMs, probeMs] = [1_000, 2_000]

/** Starts healthy. `probe` makes a write and resolves when it is durable; only that ends trouble. */
export function storeHealth(
  probe: () => Promise<unknown>,
  onTrouble: (trouble: Trouble | undefined) => void = () => {},
): StoreHealth {
  let isTroubled = false
  let knownAtMs = Number.NEGATIVE_INFINITY
  let probing: Promise<void> | undefined

  function failed(error: unknown) {
    if (isTroubled) return
    isTroubled = true
    onTrouble({ isLasting: false, error: error instanceof Error ? error : new Error(String(error)) })
  }

  async function look() {
    try {
      await probe()
      if (!isTroubled) return
      isTroubled = false
      onTrouble(undefined)
    } catch (error) {
      failed(error)
    } finally {
      knownAtMs = performance.now()
      probing = undefined
    }
  }

  return {
    failed,
    isTroubled: () => isTroubled,
    async isReady() {
      if (performance.now() - knownAtMs >= freshMs) probing ??= look()
      if (!probing) return !isTroubled
      const isKnown = await Promise.race([probing.then(() => true), setTimeout(probeMs, false, { ref: false })])
      return isKnown && !isTroubled
    },
  }
}
