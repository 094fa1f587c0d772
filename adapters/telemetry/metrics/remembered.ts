/** A reading is remembered for at least this time. */
const keptMs = 1_000

/**
 * A reading is remembered for this many times as long as it took, so that reading takes at most half a per cent of the
 * time.
 */
const keptTimes = 200

/** How long a scrape waits for a reading. */
const patienceMs = 2_000

/** A reading of this age is no longer returned, even if none has succeeded since. */
const staleMs = 60_000

type Read<Value> = { readonly value: Value; readonly atMs: number; readonly tookMs: number }

/**
 * A reading that is renewed when somebody asks for it and the last one is old, once for all who ask. Resolves with
 * undefined when there is none, or only one that is too old.
 */
export function remembered<Value>(read: () => Promise<Value>): () => Promise<Value | undefined> {
  let last: Read<Value> | undefined
  let reading: Promise<void> | undefined

  async function again() {
    const begunMs = performance.now()
    const value = await read()
    const atMs = performance.now()
    last = { value, atMs, tookMs: atMs - begunMs }
  }

  return async () => {
    const isFresh = last && performance.now() - last.atMs < Math.max(keptMs, keptTimes * last.tookMs)
    if (!isFresh) {
      reading ??= again()
        .catch(() => undefined)
        .finally(() => {
          reading = undefined
        })
      await Promise.race([reading, after(patienceMs)])
    }
    return last && performance.now() - last.atMs < staleMs + keptTimes * last.tookMs ? last.value : undefined
  }
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms).unref())
}
