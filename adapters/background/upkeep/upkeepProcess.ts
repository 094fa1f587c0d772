import { execFile } from 'node:child_process'
import type { Clock, RunAudit, RunBackup, RunCheck, RunClose } from '../../../core/sente.ts'
import { auditIn } from './audits.ts'
import { backupFile, backupIn } from './backups.ts'
import { type ClosesFolder, closedIn, seriesIn } from './closes.ts'
import { type Report, refusalIn, reportIn } from './report.ts'

type Given = {
  /** The program of this process, with its first arguments. */
  readonly program: readonly [file: string, ...args: string[]]
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly clock: Pick<Clock, 'nowMs'>
} & UpkeepFolders

/** The folders for closes and backups. Without one, its work is not done. */
export type UpkeepFolders = {
  readonly closes?: ClosesFolder | undefined
  /** The folder that backups are made in. */
  readonly backups?: string | undefined
}

/** Audits, closes days and makes backups, each in a process of its own. */
export type UpkeepProcess = {
  readonly runAudit: RunAudit
  readonly runClose?: RunClose | undefined
  readonly runCheck?: RunCheck | undefined
  readonly runBackup?: RunBackup | undefined
  readonly folders: UpkeepFolders
  /** Breaks all work off, for good. */
  stop(): void
}

/** The most bytes of a command's report. */
const mostBytes = 64 * 1_048_576

/** Does the work by sente's commands: it computes for minutes, and payments would wait for it. */
export function upkeepProcess({ program: [file, ...args], environment, clock, closes, backups }: Given): UpkeepProcess {
  const ending = new AbortController()

  /** Runs a command of sente. Rejects if it reports nothing. */
  function run(...command: readonly string[]): Promise<Report> {
    return new Promise((resolve, reject) => {
      const options = { env: environment, maxBuffer: mostBytes, signal: ending.signal }
      execFile(file, [...args, ...command, '--json'], options, (error, stdout, stderr) => {
        const report = reportIn(stdout)
        if (report) resolve(report)
        else reject(new Error(`sente ${command[0]} has failed: ${stderr.trim() || stdout.trim()}`, { cause: error }))
      })
    })
  }

  async function check({ folder, publicKey }: ClosesFolder) {
    const report = await run('close-day', 'verify', folder, '--public-key', publicKey)
    return refusalIn(report) ?? seriesIn(report)
  }

  return {
    folders: { closes, backups },
    async runAudit({ by, all }) {
      const report = await run('audit', `--by=${by}`, ...(all ? ['--all'] : []))
      const audit = auditIn(report)
      if (audit) return audit
      throw new Error(`sente audit has failed: ${refusalIn(report)?.message ?? report.not_recorded}`)
    },
    ...(closes && {
      async runClose({ by, days }) {
        const closed = await closedIn(days, (day) => run('close-day', day, `--into=${closes.folder}`, `--by=${by}`))
        const series = await check(closes)
        return 'refused' in series ? series : { ...closed, series }
      },
      runCheck: () => check(closes),
    }),
    ...(backups !== undefined && {
      async runBackup({ by }) {
        const report = await run('backup', backupFile(backups, clock.nowMs()), `--by=${by}`)
        return refusalIn(report) ?? backupIn(report)
      },
    }),
    stop: () => ending.abort(),
  }
}
