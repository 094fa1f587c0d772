import type { Logger } from 'pino'
import type { FollowUp } from '../../core/sente.ts'
import type { Serving, Store } from '../stores/store.ts'

/** Logs one line when the database can't be written any more or is damaged, and one when it can be written again. */
export function troubleLog(log: Logger, databasePath: string): Serving['onTrouble'] {
  const database = { database: databasePath }
  return (trouble) => {
    if (!trouble) return log.warn(database, 'the database can be written again')
    const line = { ...database, err: trouble.error }
    if (trouble.isLasting) log.fatal(line, 'not ready until a restart: the database is damaged or was changed')
    else log.error(line, 'not ready: the database cannot be written')
  }
}

/** Logs one line when the high-water mark can't be written any more, and one when it can again. */
export function markLog(log: Logger, databasePath: string): Serving['onMark'] {
  const database = { database: databasePath }
  return (error) => {
    if (error)
      log.warn({ ...database, err: error }, 'the high-water mark cannot be written: a restore may go unnoticed')
    else log.info(database, 'the high-water mark can be written again')
  }
}

/** How many hints may wait until the database can be written; the transactions of further ones are asked about when due. */
const mostHinted = 10_000

/**
 * A follow-up that asks no network while answers cannot be recorded, because each sweep would ask about the same again.
 * It continues by itself when the database can be written, first with the hints that came meanwhile.
 */
export function followUpWhileWritable(
  followUp: FollowUp,
  { isTroubled, isReady }: Pick<Store, 'isTroubled' | 'isReady'>,
): FollowUp {
  const mayAsk = async () => !isTroubled() || (await isReady())
  const hinted = new Set<string>()
  return {
    resume: followUp.resume,
    async sweep() {
      if (!(await mayAsk())) return 0
      const ids = [...hinted]
      hinted.clear()
      const [swept] = await Promise.all([followUp.sweep(), ...ids.map(followUp.hint)])
      return swept
    },
    async hint(transactionId) {
      if (await mayAsk()) await followUp.hint(transactionId)
      else if (hinted.size < mostHinted) hinted.add(transactionId)
    },
  }
}
