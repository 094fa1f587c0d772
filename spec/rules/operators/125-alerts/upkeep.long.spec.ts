import { noteAudit, noteBackup, type UpkeepPorts } from '../../../../core/sente.ts'
import { oneOf } from '../../../night.ts'
import { rule } from '../../../rule.ts'
import { inGateway, shown, upkeepOf } from './causes.ts'

describe('125 Alerts: upkeep', () => {
  rule(
    '125.9',
    'an alert fires when backups or audits are overdue, and when an audit has findings',
    oneOf({
      'a backup of last month': overdue('SenteBackupOld', 'sente_backup_age_seconds', (ports) =>
        noteBackup(ports)({ by: 'amina', file: '/backups/live.db', checked: 4 }),
      ),
      'an audit of last month': overdue('SenteAuditOld', 'sente_audit_age_seconds', (ports) =>
        noteAudit(ports)({ by: 'amina', checked: 4, broken: 0 }),
      ),
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

const monthMs = 30 * 86_400_000

/** Upkeep of a month ago, until it is done again. */
function overdue(alert: string, metric: string, doIt: (ports: UpkeepPorts) => Promise<unknown>) {
  return inGateway([alert], async (gateway) => {
    const { clock, ...ports } = upkeepOf(gateway)
    const note = (agoMs: number) => doIt({ ...ports, clock: { ...clock, nowMs: () => clock.nowMs() - agoMs } })
    await note(monthMs)
    const during = await shown(gateway, ({ value }) => Number(value(metric)) > 86_400)
    const mend = async () => {
      await note(0)
      await shown(gateway, ({ value }) => Number(value(metric)) < 60)
    }
    return { during, mend }
  })
}
