import { execFile } from 'node:child_process'
import type { ContinuedAudit, RunAudit } from '../../core/sente.ts'

type Given = {
  /** The program of this process, with its first arguments. */
  readonly program: readonly [file: string, ...args: string[]]
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** Audits in a process of its own. */
export type AuditProcess = {
  readonly runAudit: RunAudit
  /** Breaks the audits off, for good. */
  stop(): void
}

/** The most bytes of an audit's report. */
const mostBytes = 64 * 1_048_576

/** Audits by `sente audit` in a process of its own: an audit computes for minutes, and payments would wait for it. */
export function auditProcess({ program: [file, ...args], environment }: Given): AuditProcess {
  const ending = new AbortController()
  return {
    runAudit: ({ by, all }) =>
      new Promise((resolve, reject) => {
        const command = [...args, 'audit', '--json', `--by=${by}`, ...(all ? ['--all'] : [])]
        const options = { env: environment, maxBuffer: mostBytes, signal: ending.signal }
        execFile(file, command, options, (error, stdout, stderr) => {
          const audit = auditIn(stdout)
          if (audit) resolve(audit)
          else reject(new Error(`sente audit has failed: ${stderr.trim() || stdout.trim()}`, { cause: error }))
        })
      }),
    stop: () => ending.abort(),
  }
}

/** The report of the command as JSON. */
type Report = Pick<ContinuedAudit, 'ok' | 'checked' | 'broken'> & {
  readonly contradicted: readonly { readonly transaction_id: string; readonly problem: string }[]
  readonly since: { readonly at: string; readonly payments: number } | null
  /** The reason why the audit is not in the record of actions; absent if it is. */
  readonly not_recorded?: string
}

/** The result in a report; undefined if there is none, or it was not recorded. */
function auditIn(stdout: string): ContinuedAudit | undefined {
  const report = reportIn(stdout)
  if (report?.checked === undefined || report.not_recorded !== undefined) return undefined
  const { ok, checked, broken, contradicted, since } = report
  return {
    ...{ ok, checked, broken },
    contradicted: contradicted.map(({ transaction_id, problem }) => ({ transactionId: transaction_id, problem })),
    since: since && { atMs: Date.parse(since.at), transactions: since.payments },
  }
}

function reportIn(stdout: string): Report | undefined {
  try {
    return JSON.parse(stdout)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
