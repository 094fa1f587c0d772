import type { Logger } from 'pino'
import { findQuarantine, type Quarantine, type Quarantines } from '../../../core/sente.ts'

/** Logs when the books are found to be quarantined, and when an operator has ended the quarantine. */
export type QuarantineWatch = { isQuarantined(): Promise<boolean> }

/** Makes the watch. It remembers the last answer, so that each change is logged once. */
export function quarantineWatch(quarantines: Quarantines, log: Logger): QuarantineWatch {
  const find = findQuarantine({ quarantines })
  let logged: Quarantine | undefined
  return {
    async isQuarantined() {
      const lasting = await find()
      if (lasting && !logged) log.error(lineOf(lasting), beginning)
      if (logged && !lasting) log.warn('the quarantine was ended: payments are accepted again')
      logged = lasting
      return lasting !== undefined
    },
  }
}

const beginning =
  'quarantined: the books may lack payments, and none is accepted until they have been compared with the ' +
  'networks (docs/backups/comparing.md) and an operator runs `sente quarantine end --because "..."`'

function lineOf({ why, begunAtMs, known, reached }: Quarantine) {
  return {
    why,
    since: new Date(begunAtMs).toISOString(),
    known_until: known?.transactionId ?? null,
    reached: reached?.transactionId ?? null,
  }
}
