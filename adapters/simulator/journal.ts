import {
  appendFileSync,
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'

/** How much the simulated networks keep, so that neither their memory nor their file grows without end. */
export type Keeping = {
  /** So many payments that have ended are kept at least, the latest; those that have not ended are kept all. */
  readonly ended: number
  /** For so long every payment that has ended is kept, in milliseconds of this process: whoever asks then is told the truth. */
  readonly endedMs: number
  /** A journal that is shorter than this is not written anew, in bytes. */
  readonly journalBytes: number
}

/** More than a person looks through, for longer than the gateway goes on asking about a payment that the networks have. */
export const usualKeeping: Keeping = { ended: 10_000, endedMs: 10 * 60_000, journalBytes: 2 ** 20 }

/** What is added to, and written anew when most of it is out of date; what was added before a kill is there for the next process. */
export type Journal<Kept> = {
  /** What earlier processes kept under this name, oldest first; told once. */
  earlier<Name extends keyof Kept>(name: Name): readonly Kept[Name][]
  /** Says what is kept under this name by now, for when the journal is written anew: to be told for every name. */
  keeps<Name extends keyof Kept>(name: Name, entries: () => Iterable<Kept[Name]>): void
  /** Adds an entry; when it returns, killing the process loses nothing. Throws if the file cannot be written. */
  append<Name extends keyof Kept>(name: Name, entry: Kept[Name]): void
}

/** A journal that has grown to so many times what is kept is written anew. */
const outgrown = 4

/**
 * Opens a journal of JSON lines, making the file and its folder if need be; only its owner may read it. Throws where a
 * symbolic link stands in its place.
 */
export function openJournal<Kept extends object>(file: string, { leastBytes }: { leastBytes: number }): Journal<Kept> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  makeOwnersAlone(file)
  let found = wholeLines(file).map((line) => JSON.parse(line) as Partial<Kept>)
  let bytes = statSync(file).size
  let keptBytes = 0
  const keepers = new Map<keyof Kept, () => Iterable<Kept[keyof Kept]>>()

  function writeAnew() {
    const lines = [...keepers].flatMap(([name, entries]) => [...entries()].map((entry) => lineOf(name, entry)))
    replaceFile(file, lines.join(''))
    bytes = statSync(file).size
    keptBytes = bytes
  }

  return {
    earlier(name) {
      const entries = found.map((line) => line[name]).filter((entry) => entry !== undefined)
      found = found.filter((line) => line[name] === undefined)
      return entries
    },
    keeps: (name, entries) => void keepers.set(name, entries),
    append(name, entry) {
      // Before, when all that was added is among what is kept.
      if (bytes >= Math.max(leastBytes, outgrown * keptBytes)) writeAnew()
      const line = lineOf(name, entry)
      appendFileSync(file, line, { mode: 0o600 })
      bytes += Buffer.byteLength(line)
    },
  }
}

function lineOf(name: PropertyKey, entry: unknown): string {
  return `${JSON.stringify({ [name]: entry })}\n`
}

/** Puts a text in the place of a file, on the disk, whole or not at all. */
function replaceFile(file: string, text: string): void {
  const next = `${file}.new`
  rmSync(next, { force: true })
  const descriptor = openSync(next, 'wx', 0o600)
  try {
    writeFileSync(descriptor, text)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  renameSync(next, file)
}

const appending = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | constants.O_NOFOLLOW

function makeOwnersAlone(file: string): void {
  const descriptor = openSync(file, appending, 0o600)
  try {
    fchmodSync(descriptor, 0o600)
  } finally {
    closeSync(descriptor)
  }
}

/** A journal that nobody will read again. */
export function noJournal<Kept>(): Journal<Kept> {
  return { earlier: () => [], keeps: () => undefined, append: () => undefined }
}

/** Cuts off a last line that was not written to its end, so that the next one does not continue it. */
function wholeLines(file: string): string[] {
  const bytes = readFileSync(file)
  const whole = bytes.subarray(0, bytes.lastIndexOf('\n') + 1)
  if (whole.length < bytes.length) truncateSync(file, whole.length)
  return whole
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
}
