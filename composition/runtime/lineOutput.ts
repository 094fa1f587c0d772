import { constants, openSync, write, writeSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { isatty } from 'node:tty'
import { type Amount, heldLines } from './heldLines.ts'

/** What could not be written, and why. */
export type Lost = Amount & { readonly why: string }

/** Lines on their way to a file descriptor that may be slow, full, broken or gone; nobody ever waits for it. */
export type LineOutput = {
  /** Takes a line; drops and counts it where too much waits already. */
  write(line: Buffer | string): void
  /** Begins to write what waits, without gathering more. */
  flush(): void
  /** Writes what waits, for so long at most; resolves with all that was lost since the beginning. */
  end(patienceMs: number): Promise<Lost | undefined>
  /** Writes what waits as far as that goes within a second; for the exit of the process. */
  flushSync(): void
  /** Whether a write has been under way for a second; the process can't exit until it comes back. */
  isStuck(): boolean
}

const heldBytesAtMost = 8_388_608
const gatheredBytes = 16_384
const chunkBytes = 1_048_576
const gatheredMs = 1_000
const busyMs = 100
const stuckMs = 1_000
const pollMs = 20

/**
 * Gathers lines for up to a second and writes them off the event loop, which a slow reader would hold up otherwise. A write
 * that failed is tried again each second: a disk that was full may have room. `onTrouble` is told why, at the first failure
 * or loss only.
 */
export function lineOutput(fileDescriptor: number, onTrouble: (why: string) => void = () => undefined): LineOutput {
  const fd = withoutBlocking(fileDescriptor)
  const held = heldLines(heldBytesAtMost)
  let writingSinceMs: number | undefined
  let failure: NodeJS.ErrnoException | undefined
  let isTold = false
  let timer: NodeJS.Timeout | undefined

  function attempt() {
    clearTimeout(timer)
    timer = undefined
    if (writingSinceMs !== undefined || held.bytes() === 0) return
    writingSinceMs = performance.now()
    write(fd, held.take(chunkBytes), (error, bytes) => {
      writingSinceMs = undefined
      held.written(error ? 0 : bytes)
      failure = error ?? undefined
      if (isBroken()) trouble()
      goOn()
    })
  }

  /** More than was gathered leaves at once, unless the last attempt failed. */
  function goOn() {
    if (!failure && held.bytes() >= gatheredBytes) return attempt()
    if (held.bytes() > 0) timer ??= setTimeout(attempt, failure && !isBroken() ? busyMs : gatheredMs).unref()
  }

  function trouble() {
    if (!isTold) onTrouble(why())
    isTold = true
  }

  const isBroken = () => failure !== undefined && !isBusy(failure)
  const why = () => (failure && isBroken() ? failure.message : 'nobody reads it')

  return {
    write(line) {
      if (!held.add(typeof line === 'string' ? Buffer.from(line) : line)) trouble()
      goOn()
    },
    flush: attempt,
    async end(patienceMs) {
      const giveUpAtMs = performance.now() + patienceMs
      const isOpen = () => writingSinceMs !== undefined || (held.bytes() > 0 && !isBroken())
      failure = undefined
      do {
        attempt()
        await pause(pollMs)
      } while (isOpen() && performance.now() < giveUpAtMs)
      const lost = held.unwritten()
      return lost.bytes === 0 ? undefined : { ...lost, why: why() }
    },
    flushSync: () => writeAllSync(fd, held.take()),
    isStuck: () => writingSinceMs !== undefined && performance.now() - writingSinceMs >= stuckMs,
  }
}

/** A terminal that was stopped holds up whoever writes to it, unless it is opened anew. */
function withoutBlocking(fd: number): number {
  if (!isatty(fd)) return fd
  try {
    return openSync(`/dev/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
  } catch {
    return fd
  }
}

function isBusy({ code }: NodeJS.ErrnoException): boolean {
  return code === 'EAGAIN' || code === 'EBUSY'
}

function writeAllSync(fd: number, bytes: Buffer): void {
  const giveUpAtMs = performance.now() + stuckMs
  let rest = bytes
  while (rest.length > 0 && performance.now() < giveUpAtMs) {
    try {
      rest = rest.subarray(writeSync(fd, rest))
    } catch (error) {
      if (!isBusy(error as NodeJS.ErrnoException)) return
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pollMs)
    }
  }
}
