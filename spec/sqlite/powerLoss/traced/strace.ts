import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { type SystemCall, systemCallsIn } from './trace.ts'

/** Throws, with the command that installs strace, unless system calls can be traced here. */
export function needStrace(): void {
  if (spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0) return
  throw new Error('this needs strace, and the right to trace: apt-get install strace')
}

/** Every call that reads database pages, writes, flushes or truncates a file, or writes to a connection. */
const watched = [
  ...['execve', 'pread64', 'pwrite64', 'pwritev', 'pwritev2', 'write', 'writev', 'sendto', 'sendmsg'],
  ...['fsync', 'fdatasync', 'ftruncate', 'sync_file_range', 'msync'],
]

/** The options of a trace. */
export type Tracing = {
  /** The file of the trace. */
  readonly file: string
  /** The fault to inject into calls, such as `fdatasync:error=EIO`. */
  readonly inject?: string
  /** The number of bytes kept of each write; by default a page of the log. */
  readonly bytes?: number
}

/** The command that runs another with all its threads under strace. */
export function traced({ file, inject, bytes = 4096 }: Tracing, command: readonly string[]): string[] {
  const injecting = inject === undefined ? [] : ['-e', `inject=${inject}`]
  return [
    'strace',
    '-f',
    '-yy',
    '-s',
    `${bytes}`,
    '-o',
    file,
    '-e',
    `trace=${watched.join()}`,
    ...injecting,
    ...command,
  ]
}

/** The trace so far: its system calls, and the id of the traced process and its main thread. */
export function readTrace(file: string): { readonly calls: SystemCall[]; readonly pid: number } {
  const text = readFileSync(file, 'utf8')
  return { calls: systemCallsIn(text), pid: Number.parseInt(text, 10) }
}
