import { type Finding, findUpkeep, type Upkeep } from '../../../core/sente.ts'
import type { CliStore } from '../deps.ts'
import { ageText } from '../output/age.ts'

const hourMs = 3_600_000

/** The greatest ages: a backup and a close a day, plus the delay of a timer; an audit a week. */
const [backupMs, auditMs, closeMs] = [26 * hourMs, 7 * 24 * hourMs, 26 * hourMs]

/** The last backup, if `sente backup` copies the store, the last audit, and the last close of a day. */
export async function checkUpkeep(store: CliStore, { isCopied }: { isCopied: boolean }): Promise<readonly Finding[]> {
  const upkeep = await findUpkeep(store)()
  const nowMs = store.clock.nowMs()
  return [
    isCopied ? backupFinding(upkeep, nowMs) : unknownBackup,
    auditFinding(upkeep, nowMs),
    ...closeFindings(upkeep, nowMs),
  ]
}

const unknownBackup: Finding = {
  check: 'backup',
  ok: true,
  found: 'made by the tools of PostgreSQL: its age is not known here',
}

function backupFinding({ backup }: Upkeep, nowMs: number): Finding {
  const remedy = { fix: 'run sente backup, and check that its timer runs', runbook: 'docs/backups.md' }
  if (!backup) return { check: 'backup', ok: true, found: 'none yet', ...remedy }
  const ageMs = nowMs - backup.atMs
  const finding = { check: 'backup', ok: true, found: `the last one is ${ageText(ageMs)} old` } as const
  return ageMs < backupMs ? finding : { ...finding, ...remedy }
}

function auditFinding({ audit }: Upkeep, nowMs: number): Finding {
  const remedy = { fix: 'run sente audit', runbook: 'docs/operating/money-and-audit.md#the-audit' }
  if (!audit) return { check: 'audit', ok: true, found: 'none yet', ...remedy }
  const ageMs = nowMs - audit.atMs
  const ago = `${ageText(ageMs)} ago`
  if (audit.broken > 0)
    return { check: 'audit', ok: false, found: `rows that broke a rule ${ago}: ${audit.broken}`, ...remedy }
  const finding = { check: 'audit', ok: true, found: `the books agreed ${ago}` } as const
  return ageMs < auditMs ? finding : { ...finding, ...remedy }
}

/** Nothing is reported if no day was ever closed: closing is optional. */
function closeFindings({ close }: Upkeep, nowMs: number): Finding[] {
  if (!close) return []
  const ageMs = nowMs - close.atMs
  const finding = { check: 'close of days', ok: true, found: `the last was made ${ageText(ageMs)} ago` } as const
  const fix = 'run sente close-day yesterday, and check that its timer runs'
  return [ageMs < closeMs ? finding : { ...finding, fix, runbook: 'docs/operating/closing-days.md#a-timer' }]
}
