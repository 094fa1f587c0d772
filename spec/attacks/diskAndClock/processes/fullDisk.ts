import { spawnSync } from 'node:child_process'
import { closeSync, fstatSync, ftruncateSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** A disk that is filled up to this many free bytes, none by default, and freed again. */
type FullDisk = { fill(leaving?: number): void; free(): void }

/**
 * Means to fill a folder's disk for this process: a file takes the rest of a small file system, or the system allows no
 * file larger than `limited`.
 */
export function disks(folder: string, limited: string): { small: FullDisk; limit: FullDisk } {
  const ballast = join(folder, 'ballast')
  return {
    small: { fill: (leaving = 0) => fillUp(ballast, leaving), free: () => rmSync(ballast) },
    limit: {
      fill: (leaving = 0) => limitFiles((statSync(limited, { throwIfNoEntry: false })?.size ?? 0) + leaving),
      free: () => limitFiles('unlimited'),
    },
  }
}

/** More than a small file system holds, and harmless on any other. */
const mostBytes = 64 * 2 ** 20

function fillUp(path: string, leaving: number) {
  const file = openSync(path, 'a')
  try {
    for (let left = mostBytes; left > 0; left -= 4_096) writeSync(file, Buffer.alloc(4_096))
  } catch {
    // Full.
  } finally {
    ftruncateSync(file, fstatSync(file).size - leaving)
    closeSync(file)
  }
}

function limitFiles(bytes: number | 'unlimited') {
  spawnSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:unlimited`])
}
