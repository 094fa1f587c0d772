import { type Finding, findUpkeep } from '../../../core/sente.ts'
import type { CliStore } from '../deps.ts'

const hourMs = 3_600_000

/** How old a backup and an audit may be: a day and what a timer may be late, and a week. */
const [backupMs, auditMs] = [26 * hourMs, 7 * 24 * hourMs]

/** The last backup, of a store that `sente backup` copies. */
export async function checkBackup(store: CliStore): Promise<Finding> {
  const check = 'backup'
  const { backup } = await findUpkeep(store)()
  const remedy = { fix: 'run sente backup, and see that its timer runs', runbook: 'docs/backups.md' }
  if (!backup) return { check, ok: true, found: 'none was made yet', ...remedy }
  const found = `the last one was made ${agoOf(store, backup.atMs)}`
  return isYounger(store, backup.atMs, backupMs) ? { check, ok: true, found } : { check, ok: true, found, ...remedy }
}

/** The last audit, and what it found. */
export async function checkAudit(store: CliStore): Promise<Finding> {
  const check = 'audit'
  const { audit } = await findUpkeep(store)()
  const remedy = { fix: 'run sente audit', runbook: 'docs/operating/money-and-audit.md#the-audit' }
  if (!audit) return { check, ok: true, found: 'none was made yet', ...remedy }
  const ago = agoOf(store, audit.atMs)
  if (audit.broken > 0) return { check, ok: false, found: `rows that break a rule: ${audit.broken}, ${ago}`, ...remedy }
  const found = `the books agreed ${ago}`
  return isYounger(store, audit.atMs, auditMs) ? { check, ok: true, found } : { check, ok: true, found, ...remedy }
}

function isYounger({ clock }: CliStore, atMs: number, thanMs: number): boolean {
  return clock.nowMs() - atMs < thanMs
}

function agoOf({ clock }: CliStore, atMs: number): string {
  return `${Math.max(0, Math.round((clock.nowMs() - atMs) / hourMs))} hours ago`
}
