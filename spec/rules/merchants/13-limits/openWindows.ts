import { useFakeTimers } from 'sinon'
import { afterwards } from '../../../fixtures/endings.ts'

const windowMs = 10_000

/** Keeps windows open until the example ends, however long it takes: the wall clock stands, and no timer of theirs comes. */
export function keepWindowsOpen(): void {
  const clock = useFakeTimers({ now: Date.now(), toFake: ['Date'] })
  const { setTimeout } = globalThis
  const without = (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) =>
    setTimeout(run, ms === windowMs ? 2 ** 31 - 1 : ms, ...given)
  globalThis.setTimeout = Object.assign(without, setTimeout)
  afterwards(() => {
    globalThis.setTimeout = setTimeout
    clock.restore()
  })
}
