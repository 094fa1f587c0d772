/** A system call in strace's record. `begun` and `ended` are line numbers of the trace, which is in order of time. */
export type SystemCall = {
  readonly thread: number
  readonly name: string
  /** Its arguments; bytes that are not printable ASCII are escaped. */
  readonly given: string
  readonly begun: number
  /** Infinity for a call that never returned. */
  readonly ended: number
  /** Its result, -1 for an error; NaN for a call that never returned. */
  readonly result: number
}

/** Whether a call had ended when the other began. */
export const isBefore = (call: SystemCall, other: SystemCall): boolean => call.ended < other.begun

/** Reads a trace of several threads; an interrupted call is on two lines. */
export function systemCallsIn(trace: string): SystemCall[] {
  const calls: SystemCall[] = []
  const unfinished = new Map<number, SystemCall>()
  for (const [line, text] of trace.split('\n').entries()) {
    const [, id = '', event = ''] = /^(\d+) +(.*)$/.exec(text) ?? []
    const thread = Number(id)
    const began = /^(\w+)\((.*?)(?: <unfinished \.\.\.>|\) += (.+))$/.exec(event)
    const resumed = /^<\.\.\. (\w+) resumed>.*?\) += (.+)$/.exec(event)
    if (began) {
      const [, name = '', given = '', result] = began
      const ended = result === undefined ? Number.POSITIVE_INFINITY : line
      const call = { thread, name, given, begun: line, ended, result: Number.parseInt(result ?? '', 10) }
      if (result === undefined) unfinished.set(thread, call)
      else calls.push(call)
    }
    const waiting = unfinished.get(thread)
    if (resumed && waiting) {
      calls.push({ ...waiting, ended: line, result: Number.parseInt(resumed[2] ?? '', 10) })
      unfinished.delete(thread)
    }
  }
  return [...calls, ...unfinished.values()].sort((one, other) => one.begun - other.begun)
}

const flushes = ['fsync', 'fdatasync']
const writes = ['pwrite64', 'write', 'writev', 'sendto', 'sendmsg']

/** Whether a call flushes a file or truncates it. */
export const isFlushOrTruncation = ({ name }: SystemCall): boolean => [...flushes, 'ftruncate'].includes(name)

/** The calls of a trace on a database's write-ahead log. */
export function logIn(calls: readonly SystemCall[], databasePath: string) {
  const ofLog = calls.filter((call) => fileOf(call) === `${databasePath}-wal`)
  const written = ofLog.filter(({ name }) => writes.includes(name))
  const flushed = ofLog.filter(({ name, result }) => flushes.includes(name) && result === 0)

  /** Whether a flush that began after a write to the log had ended before the other call began. */
  function isFlushedBefore(write: SystemCall, other: SystemCall): boolean {
    return flushed.some((flush) => isBefore(write, flush) && isBefore(flush, other))
  }

  return {
    written,
    flushed,
    /** The reads of pages, from the log or from the database. */
    read: calls.filter(
      (call) => call.name === 'pread64' && [databasePath, `${databasePath}-wal`].includes(fileOf(call) ?? ''),
    ),
    isFlushedBefore,
    /** The first write to the log that matches. */
    firstWriteOf: (what: RegExp) => written.find(({ given }) => what.test(given)),
    /** The writes to the log that had begun but were not flushed when a call began. */
    unflushedAt: (call: SystemCall) =>
      written.filter((write) => write.begun < call.begun && !isFlushedBefore(write, call)),
  }
}

function fileOf({ given }: SystemCall): string | undefined {
  return /^\d+<([^>]*)>/.exec(given)?.[1]
}

/** The calls that write to a TCP connection with this local or remote port. */
export function sentBy(calls: readonly SystemCall[], port: { here: string } | { there: string }): SystemCall[] {
  const end = 'here' in port ? `:${port.here}->[^\\]]*` : `->[^\\]]*:${port.there}`
  const connection = new RegExp(`^\\d+<TCPv?6?:\\[[^\\]]*${end}\\]>`)
  return calls.filter(({ name, given }) => writes.includes(name) && connection.test(given))
}

/** The calls that write to standard output. */
export function printedBy(calls: readonly SystemCall[]): SystemCall[] {
  return calls.filter(({ name, given }) => name === 'write' && /^1[<,]/.test(given))
}
