/** For how long a reading is remembered at least. */
const keptMs = 1_000

/** How many times as long as it took a reading is remembered: reading takes half a per cent of the time at most. */
const keptTimes = 200

/** How long a scrape waits for a reading. */
const patienceMs = 2_000

/** After how long a reading is too old to be told, where none has succeeded since. */
const staleMs = 60_000

type Read<Value> = { readonly value: Value; readonly atMs: number; readonly tookMs: number }

/**
 * A reading that is made again when somebody asks for it and the last one is old, however many ask. Resolves with
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
