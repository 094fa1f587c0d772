import { constants, openSync, write, writeSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { isatty } from 'node:tty'
import { type Amount, heldLines } from './heldLines.ts'

/** The number of lost lines and bytes, and the reason. */
type Lost = Amount & { readonly why: string }

/** Writes lines to a file descriptor that may be slow, full, broken or gone, without ever blocking its caller. */
export type LineOutput = {
  /** Accepts a line. Drops and counts it when too much is waiting already. */
  write(line: Buffer | string): void
  /** Begins to write the waiting lines, without gathering more. */
  flush(): void
  /** Writes the waiting lines, for at most `patienceMs`. Resolves with everything that was lost since the beginning. */
  end(patienceMs: number): Promise<Lost | undefined>
  /** Writes as many of the waiting lines as it can within a second; for the exit of the process. */
  flushSync(): void
  /** Whether a write has been under way for a second; the process can't exit until it returns. */
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
 * Gathers lines for up to a second and writes them off the event loop, which a slow reader would otherwise block. A
 * failed write is repeated each second: a disk that was full may have room again. `onTrouble` is called with the
 * reason, at the first failure or loss only.
 */
export function lineOutput(fileDescriptor: number, onTrouble: (why: string) => void = () => undefined): LineOutput {
  const fd = withoutBlocking(fileDescriptor)
  const held = heldLines(heldBytesAtMost)
  let writingSinceMs: number | undefined
  let failure: NodeJS.ErrnoException | undefined
  let isReported = false
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

  /** Writes at once when enough is gathered, unless the last attempt failed. */
  function goOn() {
    if (!failure && held.bytes() >= gatheredBytes) return attempt()
    if (held.bytes() > 0) timer ??= setTimeout(attempt, failure && !isBroken() ? busyMs : gatheredMs).unref()
  }

  function trouble() {
    if (!isReported) onTrouble(why())
    isReported = true
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

/** A stopped terminal blocks every writer, unless it is opened again without blocking. */
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
