import { type Kept, writeKept } from './markFile.ts'
import type { MarkKeeping } from './markKeeping.ts'

/** How often it is written, if anything has changed, in milliseconds. */
const everyMs = 1_000

/** Keeps a mark in its file until it is stopped, and then writes it a last time. */
export function keepMark(current: () => Kept, { path, onMark }: MarkKeeping): { stop(): Promise<void> } {
  let written = ''
  let isFailing = false
  let keeping: Promise<void> = Promise.resolve()

  async function keep() {
    const now = current()
    const text = JSON.stringify(now)
    if (text === written) return
    await writeKept(path, now)
    written = text
    if (isFailing) onMark(undefined)
    isFailing = false
  }

  function keepOn(): Promise<void> {
    keeping = keeping.then(keep).catch((error: unknown) => {
      if (!isFailing) onMark(error instanceof Error ? error : new Error(String(error)))
      isFailing = true
    })
    return keeping
  }

  const timer = setInterval(keepOn, everyMs).unref()
  return {
    stop() {
      clearInterval(timer)
      return keepOn()
    },
  }
}
