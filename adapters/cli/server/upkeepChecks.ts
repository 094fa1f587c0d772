import { type Finding, findUpkeep, type Upkeep } from '../../../core/sente.ts'
import type { CliStore } from '../deps.ts'
import { ageText } from '../output/age.ts'

const hourMs = 3_600_000

/** How old the last may be: a day, and what a timer may be late; an audit a week. */
const [backupMs, auditMs, closeMs] = [26 * hourMs, 7 * 24 * hourMs, 26 * hourMs]

/** The last backup, where `sente backup` copies the store, the last audit, and the last close of a day. */
export async function checkUpkeep(store: CliStore, { isCopied }: { isCopied: boolean }): Promise<readonly Finding[]> {
  const upkeep = await findUpkeep(store)()
  const nowMs = store.clock.nowMs()
  return [
    isCopied ? backupFinding(upkeep, nowMs) : untoldBackup,
    auditFinding(upkeep, nowMs),
    ...closeFindings(upkeep, nowMs),
  ]
}

const untoldBackup: Finding = {
  check: 'backup',
  ok: true,
  found: 'made by the tools of PostgreSQL: how old it is is not known here',
}

function backupFinding({ backup }: Upkeep, nowMs: number): Finding {
  const remedy = { fix: 'run sente backup, and see that its timer runs', runbook: 'docs/backups.md' }
  if (!backup) return { check: 'backup', ok: true, found: 'none was made yet', ...remedy }
  const ageMs = nowMs - backup.atMs
  const finding = { check: 'backup', ok: true, found: `the last one is ${ageText(ageMs)} old` } as const
  return ageMs < backupMs ? finding : { ...finding, ...remedy }
}

function auditFinding({ audit }: Upkeep, nowMs: number): Finding {
  const remedy = { fix: 'run sente audit', runbook: 'docs/operating/money-and-audit.md#the-audit' }
  if (!audit) return { check: 'audit', ok: true, found: 'none was made yet', ...remedy }
  const ageMs = nowMs - audit.atMs
  const ago = `${ageText(ageMs)} ago`
  if (audit.broken > 0)
    return { check: 'audit', ok: false, found: `rows that broke a rule ${ago}: ${audit.broken}`, ...remedy }
  const finding = { check: 'audit', ok: true, found: `the books agreed ${ago}` } as const
  return ageMs < auditMs ? finding : { ...finding, ...remedy }
}

/** Nothing is found where no day was ever closed: not everybody has to. */
function closeFindings({ close }: Upkeep, nowMs: number): Finding[] {
  if (!close) return []
  const ageMs = nowMs - close.atMs
  const finding = { check: 'close of days', ok: true, found: `the last was made ${ageText(ageMs)} ago` } as const
  const fix = 'run sente close-day yesterday, and see that its timer runs'
  return [ageMs < closeMs ? finding : { ...finding, fix, runbook: 'docs/operating/closing-days.md#a-timer' }]
}
