import { spawnSync } from 'node:child_process'
import { closeSync, openSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { type Folder, makeFolder } from '../../../fixtures/sqliteFolder.ts'
import { needStrace } from '../../../sqlite/powerLoss/traced/strace.ts'
import { startScript } from '../../../sqlite/processes/processes.ts'

/** The means of these tests to get a failing disk. */
export type Means = 'small' | 'limit' | 'readOnly' | 'immutable' | 'strace'

const mountSmall = 'mount -t tmpfs -o size=16m none "$1"'
const mountReadOnly = 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1"'
const mounting = 'unshare -rm: apt-get install util-linux, and run where user namespaces are allowed'

const succeeds = (command: string, ...args: string[]) => spawnSync(command, args).status === 0
const canMount = (mount: string) => succeeds('unshare', '-rm', 'sh', '-c', mount, 'sh', tmpdir())

/** Throws unless a means is available here, with the package to install or the right to allow. */
const need: Record<Means, () => void> = {
  small: () => needIf(canMount(mountSmall), mounting),
  limit: () =>
    needIf(succeeds('prlimit', '--pid', String(process.pid), '--fsize'), 'prlimit: apt-get install util-linux'),
  readOnly: () => needIf(canMount(mountReadOnly), mounting),
  immutable: () => needIf(canFreeze(), 'chattr +i: apt-get install e2fsprogs, and run as root on ext4 or the like'),
  strace: needStrace,
}

function needIf(isHere: boolean, means: string): void {
  if (!isHere) throw new Error(`this needs ${means}`)
}

function canFreeze(): boolean {
  const { path, database, remove } = makeFolder(tmpdir())
  const file = openSync(database, 'w')
  spawnSync('chattr', ['+i', database])
  try {
    writeSync(file, 'x')
    return false
  } catch {
    return true
  } finally {
    closeSync(file)
    spawnSync('chattr', ['-R', '-i', path])
    remove()
  }
}

/** An example for each of these means, under its name; it fails if the means is not available. */
export function byEach(names: Partial<Record<Means, string>>, example: (means: Means) => unknown) {
  const examples = (Object.entries(names) as [Means, string][]).map(([means, name]) => {
    const needing = () => {
      need[means]()
      return example(means)
    }
    return [name, needing] as const
  })
  return Object.fromEntries(examples)
}

/** A process's exit code, and its output as a line of JSON. */
export type Ran<Printed> = { readonly code: number | null; readonly printed: Printed }

/** Runs a script of this folder with a disk of its own; its arguments are the disk's path and the means. */
export async function runOnDisk<Printed>(
  script: string,
  means: Means,
  prepare?: (path: string) => unknown,
): Promise<Ran<Printed>> {
  const folder = makeFolder(tmpdir())
  await prepare?.(folder.database)
  const url = new URL(script, import.meta.url)
  const running = startScript({ script: url, args: [folder.path, means], under: around(folder, means) })
  const code = await running.ended()
  return { code, printed: JSON.parse(running.lines[0] ?? 'null') }
}

/** The command that runs another with a failing disk; empty if that one makes its disk fail. */
function around({ path, database }: Folder, means: Means): string[] {
  const mounted = (mount: string) => ['unshare', '-rm', 'sh', '-c', `${mount} && shift && exec "$@"`, 'sh', path]
  const failing = ['-e', 'trace=fsync,fdatasync', '-e', 'inject=fsync,fdatasync:error=EIO']
  if (means === 'strace') return ['strace', '-f', '--seccomp-bpf', '-o', '/dev/null', '-P', database, ...failing]
  if (means === 'small') return mounted(mountSmall)
  return means === 'readOnly' ? mounted(mountReadOnly) : []
}
