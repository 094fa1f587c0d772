import { existsSync } from 'node:fs'
import { readlink, stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Finding } from '../../../core/sente.ts'

/** The places of systemd's journal: on the disk, or in memory. */
const journals = ['/var/log/journal', '/run/log/journal']

/**
 * Below the first of these a disk is soon full, in bytes; below the second, a few lines' worth, the log is being lost.
 */
const [lowBytes, noBytes] = [2 ** 30, 2 ** 18]

/**
 * Whether there is room for the log of a running server. Its standard output must be a file, or the journal, as far as
 * the user of this process can see.
 */
export async function checkLogRoom(pid: number | undefined): Promise<Finding> {
  const check = 'log'
  const target = pid === undefined ? undefined : await targetOfLog(pid)
  if (target === undefined) {
    return { check, ok: true, found: 'goes to standard output: the room on its disk is not known here' }
  }
  const { bavail, bsize } = await statfs(target.folder)
  const freeBytes = bavail * bsize
  const found = `goes to ${target.name}, whose disk has room for ${Math.floor(freeBytes / 2 ** 20)} MB more`
  if (freeBytes >= lowBytes) return { check, ok: true, found }
  const fix = 'make room: remove or compress old logs; nothing has to be restarted'
  return { check, ok: freeBytes >= noBytes, found, fix, runbook: 'docs/operating/incidents/log-disk-full.md' }
}

async function targetOfLog(pid: number): Promise<{ readonly name: string; readonly folder: string } | undefined> {
  const output = await readlink(`/proc/${pid}/fd/1`).catch(() => '')
  const journal = output.startsWith('socket:') ? journals.find((folder) => existsSync(folder)) : undefined
  if (journal) return { name: 'the journal', folder: journal }
  const isFile = await stat(output)
    .then((found) => found.isFile())
    .catch(() => false)
  return isFile ? { name: output, folder: dirname(output) } : undefined
}
