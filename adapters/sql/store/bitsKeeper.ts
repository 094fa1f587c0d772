/** Writes the bits of texts in the background. */
export type BitsKeeper = {
  /** Starts no more of it; resolves when the block under way has ended. */
  stop(): Promise<void>
}

/** How often to look for complete blocks, in milliseconds. */
const everyMs = 60_000

/** Writes the bits of complete blocks, one after the other, once a minute until none are left. */
export function keepBits(gather: () => Promise<boolean>): BitsKeeper {
  let isStopped = false
  let working: Promise<void> | undefined

  async function work() {
    while (!isStopped && (await gather()));
  }

  const timer = setInterval(() => {
    // The store's health has noted an error, and the next minute tries again. A search reads all texts meanwhile.
    working ??= work()
      .catch(() => {})
      .finally(() => {
        working = undefined
      })
  }, everyMs).unref()
  return {
    async stop() {
      isStopped = true
      clearInterval(timer)
      await working
    },
  }
}
