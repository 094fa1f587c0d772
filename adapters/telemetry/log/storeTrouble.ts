import type { Logger } from 'pino'
import type { Serving, Weakness } from '../../../core/sente.ts'

/** What happens to the served store, as the log shows it. */
type LoggedServing = Omit<Serving, 'markPath' | 'onQuarantine'> & {
  /** Whether the store's trouble, which the log has told, explains that something breaks now; then this counts it. */
  isExplained(): boolean
}

/** What happens to the served store goes into the log, one line for each change; `onLost` has to end the process. */
export function loggedServing({ log, database, onLost }: Pick<Serving, 'onLost'> & Logged): LoggedServing {
  let explained: number | undefined
  return {
    isExplained() {
      if (explained === undefined) return false
      explained += 1
      return true
    },
    onLost(error) {
      log.fatal({ err: error }, 'the database may not be on the disk')
      onLost(error)
    },
    onTrouble(trouble) {
      if (!trouble) {
        log.warn({ database, requests_broken: explained }, 'the database can be written again')
        explained = undefined
        return
      }
      explained ??= 0
      const line = { database, err: trouble.error }
      if (trouble.isLasting) log.fatal(line, 'not ready until a restart: the database is damaged or was changed')
      else log.error(line, 'not ready: the database cannot be written')
    },
    onMark(error) {
      if (!error) return log.info({ database }, 'the high-water mark can be written again')
      log.warn({ database, err: error }, 'the high-water mark cannot be written: a restore may go unnoticed')
    },
    onWeakness: (weakness) => log.warn({ database }, weaknesses[weakness]),
  }
}

const weaknesses: Readonly<Record<Weakness, string>> = {
  no_mark: 'no high-water mark was found: this node cannot notice an earlier restore, and relies on the other nodes',
  unknown_server: 'the database server does not tell who it is: a restore is noticed by missing payments only',
}

/** A log, and what it calls the database. */
type Logged = { readonly log: Logger; readonly database: string }
