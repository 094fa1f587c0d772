import type { Outage, Trouble } from '../../../core/sente.ts'

/** Judges the health of a store by its own reads and writes. */
export type StoreHealth = {
  /** Runs a read. Judges its error, and throws it on. */
  watched<T>(read: () => T): T
  /** Tries to write if a call takes long, so that others need not find out by waiting themselves. Ends like the call. */
  during<T>(call: Promise<T>): Promise<T>
  /** Records that a write is durable. */
  written(): void
  /** Judges an error. */
  noteError(error: unknown): void
  /** Whether there is known trouble. */
  isTroubled(): boolean
  /** The work that trouble has stopped for some seconds. */
  outage(): Outage | undefined
  /**
   * Whether the store can be written. It is tried unless this, or a recorded write, happened within `freshMs`. Never
   * rejects.
   */
  isReady(): Promise<boolean>
  /** Tries no more. */
  stop(): void
}

/** The parts of a store's health. */
export type StoreHealthParts = {
  /**
   * Makes a write that changes nothing, and resolves when it is durable. In trouble it must need more room than one
   * payment.
   */
  readonly probe: (inTrouble: boolean) => Promise<unknown>
  /** How long to wait for a probe, in milliseconds. */
  readonly probeMs: number
  /**
   * Finds the error for a probe that is unanswered for so long; never rejects. None for a probe that waits for work of
   * its own process, and not for a server.
   */
  readonly unanswered?: () => Promise<Error>
  /** The trouble that an error shows; undefined for an error that concerns only its own statement. */
  readonly troubleOf: (error: unknown) => Trouble | undefined
  /** Called with the trouble when it begins, and with `undefined` when it is over. */
  readonly onTrouble?: ((trouble: Trouble | undefined) => void) | undefined
  /** How long a finding is valid, in milliseconds; 1,000 by default. */
  readonly freshMs?: number
}

/**
 * How long trouble lasts before requests are refused because of it, and how long a call takes before the store is
 * probed, which is also the pause between probes; in milliseconds.
 */
const [graceMs, everyMs] = [3_000, 1_000]

/**
 * Starts healthy. Only a probe ends trouble: on a full disk small writes may succeed where larger ones fail.
 * While it stops requests, probes go on by themselves: no request shows that it is over.
 */
export function storeHealth({ freshMs = 1_000, ...parts }: StoreHealthParts): StoreHealth {
  const { probe, probeMs, unanswered, troubleOf, onTrouble } = parts
  let trouble: Trouble | undefined
  let stops: Outage | undefined
  let begunAtMs = 0
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let knownAtMs = Number.NEGATIVE_INFINITY
  let probing: Promise<void> | undefined

  function noteError(error: unknown) {
    const found = troubleOf(error)
    if (!found || trouble?.isLasting) return
    stops = found.stops
    if (stops !== undefined && !isStopped) timer ??= setInterval(probeAgain, everyMs).unref()
    if (trouble && !found.isLasting) return
    begunAtMs = trouble ? begunAtMs : performance.now()
    trouble = found
    onTrouble?.(trouble)
  }

  function probeAgain() {
    if (trouble?.isLasting) rest()
    else probing ??= look()
  }

  function probeUnlessFresh() {
    if (performance.now() - knownAtMs >= freshMs) probeAgain()
  }

  /** Known trouble may stop more than writes. An answer may have arrived while the process was busy: it is read first. */
  async function noteSilence(own: Promise<void> | undefined) {
    const error = await unanswered?.()
    await new Promise((resolve) => setImmediate(resolve))
    if (error && probing === own && !trouble) noteError(error)
  }

  function rest() {
    clearInterval(timer)
    timer = undefined
  }

  async function look() {
    const silence = setTimeout(() => void noteSilence(probing), probeMs).unref()
    try {
      await probe(trouble !== undefined)
      if (!trouble || trouble.isLasting) return
      trouble = undefined
      rest()
      onTrouble?.(undefined)
    } catch (error) {
      noteError(error)
    } finally {
      clearTimeout(silence)
      knownAtMs = performance.now()
      probing = undefined
    }
  }

  return {
    watched(read) {
      try {
        return read()
      } catch (error) {
        noteError(error)
        throw error
      }
    },
    async during(call) {
      const late = setTimeout(() => isStopped || probeUnlessFresh(), everyMs).unref()
      try {
        return await call
      } finally {
        clearTimeout(late)
      }
    },
    written() {
      if (!trouble) knownAtMs = performance.now()
    },
    noteError,
    isTroubled: () => trouble !== undefined,
    outage: () => (trouble && (trouble.isLasting || performance.now() - begunAtMs >= graceMs) ? stops : undefined),
    stop() {
      isStopped = true
      rest()
    },
    async isReady() {
      if (trouble?.isLasting) return false
      probeUnlessFresh()
      const isAnswered = !probing || (await endsWithin(probing, probeMs))
      return trouble === undefined && (isAnswered || unanswered === undefined)
    },
  }
}

/** Whether some work ends in time. */
async function endsWithin(work: Promise<void>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const isOver = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, ms, false).unref()
  })
  try {
    return await Promise.race([work.then(() => true), isOver])
  } finally {
    clearTimeout(timer)
  }
}
