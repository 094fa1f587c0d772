import type { Logger } from 'pino'
import { lastingQuarantine, type Quarantine, type Quarantines } from '../../core/sente.ts'

/** Says in the log when the books turn out to be quarantined, and when an operator has ended it. */
export type QuarantineWatch = { isQuarantined(): Promise<boolean> }

/** Makes it; it knows what it was asked about last. */
export function quarantineWatch(quarantines: Quarantines, log: Logger): QuarantineWatch {
  let told: Quarantine | undefined
  return {
    async isQuarantined() {
      const lasting = await lastingQuarantine(quarantines)
      if (lasting && !told) log.error(lineOf(lasting), beginning)
      if (told && !lasting) log.warn('the quarantine was ended: payments are taken again')
      told = lasting
      return lasting !== undefined
    },
  }
}

const beginning =
  'quarantined: the books may have forgotten payments, and none is taken until they were compared with the networks ' +
  '(docs/backups.md) and an operator says `sente quarantine end --because "..."`'

function lineOf({ why, begunAtMs, known, reached }: Quarantine) {
  return {
    why,
    since: new Date(begunAtMs).toISOString(),
    known_until: known?.transactionId ?? null,
    reached: reached?.transactionId ?? null,
  }
}
