import { noteAudit, noteBackup, noteClose, type UpkeepPorts } from '../../../../core/sente.ts'
import { oneOf } from '../../../night.ts'
import { rule } from '../../../rule.ts'
import { inGateway, shown, upkeepOf } from './causes.ts'

const monthMs = 30 * 86_400_000

const backedUp: Upkept = (ports) => noteBackup(ports)({ by: 'amina', file: '/backups/live.db', checked: 4 })
const audited: Upkept = (ports) => noteAudit(ports)({ by: 'amina', checked: 4, broken: 0 })

/** The first action in books: neither a backup nor an audit. */
const closed: Upkept = (ports) => {
  const close = { day: '2026-01-02', file: '/closes/2026-01-02.json', digest: 'd', before: null, broken: 0 }
  return noteClose(ports)({ by: 'amina', ...close })
}

describe('125 Alerts: upkeep', () => {
  rule(
    '125.9',
    'an alert fires when backups or audits are overdue or were never made, and when an audit has findings',
    oneOf({
      'a backup of last month': overdue('SenteBackupOld', 'sente_backup_age_seconds', backedUp),
      'an audit of last month': overdue('SenteAuditOld', 'sente_audit_age_seconds', audited),
      'books of last month without a backup': overdue('SenteBackupOld', 'sente_backup_age_seconds', closed),
      'books of last month without an audit': overdue('SenteAuditOld', 'sente_audit_age_seconds', closed),
      'an audit with findings': inGateway(['SenteBooksBroken'], async (gateway) => {
        const note = (broken: number) => noteAudit(upkeepOf(gateway))({ by: 'amina', checked: 4, broken })
        await note(1)
        const during = await shown(gateway, ({ value }) => value('sente_audit_broken') === 1)
        const mend = async () => {
          await note(0)
          await shown(gateway, ({ value }) => value('sente_audit_broken') === 0)
        }
        return { during, mend }
      }),
    }),
  )
})

/** Books where this was last done a month ago, until the upkeep is done. */
function overdue(alert: string, metric: string, lastDone: Upkept) {
  const cause: Parameters<typeof inGateway>[1] = async (gateway) => {
    const { clock, ...ports } = upkeepOf(gateway)
    await lastDone({ ...ports, clock: { ...clock, nowMs: () => clock.nowMs() - monthMs } })
    const during = await shown(gateway, ({ value }) => Number(value(metric)) > 86_400)
    const mend = async () => {
      for (const note of [backedUp, audited]) await note({ ...ports, clock })
      await shown(gateway, ({ value }) => Number(value(metric)) < 60)
    }
    return { during, mend }
  }
  return inGateway([alert], cause, { greets: false })
}

type Upkept = (ports: UpkeepPorts) => Promise<unknown>
