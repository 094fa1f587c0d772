import {
  appendFileSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  mkdirSync,
  openSync,
  readFileSync,
  truncateSync,
} from 'node:fs'
import { dirname } from 'node:path'

/** What is only ever added to; what was added before a process was killed is there for the next one. */
export type Journal<Kept> = {
  /** What earlier processes added under this name, oldest first. */
  earlier<Name extends keyof Kept>(name: Name): readonly Kept[Name][]
  /** Adds an entry; when it returns, killing the process loses nothing. Throws if the file cannot be written. */
  append<Name extends keyof Kept>(name: Name, entry: Kept[Name]): void
}

/**
 * Opens a journal of JSON lines, making the file and its folder if need be; only its owner may read it. Throws where a
 * symbolic link stands in its place.
 */
export function openJournal<Kept>(file: string): Journal<Kept> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  makeOwnersAlone(file)
  const lines = (existsSync(file) ? wholeLines(file) : []).map((line) => JSON.parse(line) as Partial<Kept>)
  return {
    earlier: (name) => lines.map((line) => line[name]).filter((entry) => entry !== undefined),
    append: (name, entry) => appendFileSync(file, `${JSON.stringify({ [name]: entry })}\n`, { mode: 0o600 }),
  }
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
  return { earlier: () => [], append: () => undefined }
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
