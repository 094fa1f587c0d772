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

/** How much the simulated networks keep. It bounds their memory and their file. */
export type Keeping = {
  /** The smallest number of ended payments that are kept, latest first; open ones are all kept. */
  readonly ended: number
  /**
   * How long every ended payment is kept, in milliseconds of this process, so that enquiries are answered correctly.
   */
  readonly endedMs: number
  /** A smaller journal, in bytes, is not rewritten. */
  readonly journalBytes: number
}

/** More payments than a person looks through, and a longer time than the gateway asks about an ended payment. */
export const usualKeeping: Keeping = { ended: 10_000, endedMs: 10 * 60_000, journalBytes: 2 ** 20 }

/**
 * An append-only file, rewritten when most of it is out of date. Entries added before a kill are there for the next
 * process.
 */
export type Journal<Entries> = {
  /** The entries of earlier processes under this name, oldest first; read them once. */
  earlier<Name extends keyof Entries>(name: Name): readonly Entries[Name][]
  /**
   * Registers a function that returns the current entries under this name, for the rewriting of the journal. Call it
   * for every name.
   */
  onRewrite<Name extends keyof Entries>(name: Name, entries: () => Iterable<Entries[Name]>): void
  /** Adds an entry. Once it returns, killing the process loses nothing. Throws if the file cannot be written. */
  append<Name extends keyof Entries>(name: Name, entry: Entries[Name]): void
}

/** A journal is rewritten when it is this many times larger than its current entries. */
const outgrown = 4

/**
 * Opens a journal of JSON lines. Makes the file and its folder if they are missing; only its owner may read it. Throws
 * if the path is a symbolic link.
 */
export function openJournal<Entries extends object>(
  file: string,
  { leastBytes }: { leastBytes: number },
): Journal<Entries> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  makeOwnersAlone(file)
  let found = wholeLines(file).map((line) => JSON.parse(line) as Partial<Entries>)
  let bytes = statSync(file).size
  let currentBytes = 0
  const currentEntries = new Map<keyof Entries, () => Iterable<Entries[keyof Entries]>>()

  function rewrite() {
    const lines = [...currentEntries].flatMap(([name, entries]) => [...entries()].map((entry) => lineOf(name, entry)))
    replaceFile(file, lines.join(''))
    bytes = statSync(file).size
    currentBytes = bytes
  }

  return {
    earlier(name) {
      const entries = found.map((line) => line[name]).filter((entry) => entry !== undefined)
      found = found.filter((line) => line[name] === undefined)
      return entries
    },
    onRewrite: (name, entries) => void currentEntries.set(name, entries),
    append(name, entry) {
      // Before adding: the current entries cover everything that was added earlier.
      if (bytes >= Math.max(leastBytes, outgrown * currentBytes)) rewrite()
      const line = lineOf(name, entry)
      appendFileSync(file, line, { mode: 0o600 })
      bytes += Buffer.byteLength(line)
    },
  }
}

function lineOf(name: PropertyKey, entry: unknown): string {
  return `${JSON.stringify({ [name]: entry })}\n`
}

/** Replaces a file atomically and durably. */
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

/** A journal without memory. */
export function noJournal<Entries>(): Journal<Entries> {
  return { earlier: () => [], onRewrite: () => undefined, append: () => undefined }
}

/** The complete lines of a file. Cuts off an unfinished last line, so that the next one does not continue it. */
function wholeLines(file: string): string[] {
  const bytes = readFileSync(file)
  const whole = bytes.subarray(0, bytes.lastIndexOf('\n') + 1)
  if (whole.length < bytes.length) truncateSync(file, whole.length)
  return whole
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
}
