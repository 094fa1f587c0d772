import { join } from 'node:path'
import type { MadeBackup } from '../../../core/sente.ts'
import type { Report } from './report.ts'

/** The file of a backup that is made at a moment, such as `sente-2026-11-29T061500Z.db`. */
export function backupFile(folder: string, atMs: number): string {
  return join(folder, `sente-${new Date(atMs).toISOString().slice(0, 19).replaceAll(':', '')}Z.db`)
}

type BackupReport = Report &
  Pick<MadeBackup, 'file' | 'checked'> & {
    readonly keep_too: readonly string[]
  }

/** The backup in a report of `sente backup`. */
export function backupIn(report: Report): MadeBackup {
  const { file, checked, keep_too, not_recorded = null } = report as BackupReport
  return { file, checked, keepToo: keep_too, notRecorded: not_recorded }
}
