import type { Logger } from 'pino'
import type { FollowUp } from '../../core/sente.ts'
import type { Serving, Store } from '../stores/store.ts'

/** Writes one line when the database can't be written any more or is damaged, and one when it can be written again. */
export function troubleLog(log: Logger, databasePath: string): Serving['onTrouble'] {
  const database = { database: databasePath }
  return (trouble) => {
    if (!trouble) return log.warn(database, 'the database can be written again')
    const line = { ...database, err: trouble.error }
    if (trouble.isLasting) log.fatal(line, 'not ready until a restart: the database is damaged or was changed')
    else log.error(line, 'not ready: the database cannot be written')
  }
}

/** Writes one line when the high-water mark can't be written any more, and one when it can again. */
export function markLog(log: Logger, databasePath: string): Serving['onMark'] {
  const database = { database: databasePath }
  return (error) => {
    if (error)
      log.warn({ ...database, err: error }, 'the high-water mark cannot be written: it would tell less of a restore')
    else log.info(database, 'the high-water mark can be written again')
  }
}

/** So many hints at most wait until the database can be written; the plan asks about the others. */
const mostHinted = 10_000

/**
 * A follow-up that asks networks about nothing while their answers could not be noted: else each sweep would ask about the
 * same again. It goes on by itself when the database can be written, and first with what was hinted at meanwhile.
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
