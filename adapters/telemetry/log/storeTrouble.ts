import type { Logger } from 'pino'
import type { Serving, Weakness } from '../../../core/sente.ts'

/** The events of the served store, in the log. */
type LoggedServing = Omit<Serving, 'markPath' | 'onQuarantine'> & {
  /** Whether a logged problem of the store explains the present breakage. If so, this counts it. */
  isExplained(): boolean
}

/** Logs the events of the served store, one line for each change. `onLost` and `onDamaged` must end the process. */
export function loggedServing({ log, database, onLost, onDamaged }: Ending & Logged): LoggedServing {
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
      if (trouble.isDamaged) {
        log.fatal(
          line,
          'the database is damaged, and is no longer served: docs/operating/incidents/damaged-database.md',
        )
        onDamaged?.()
      } else if (trouble.isLasting) log.fatal(line, 'not ready until a restart: the database was changed')
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
  unknown_server: 'the database server does not identify itself: only missing payments reveal a restore',
}

/** Ends the process. Without `onDamaged` the store only stays unready. */
type Ending = Pick<Serving, 'onLost'> & { readonly onDamaged?: (() => void) | undefined }

/** A log, and its name for the database. */
type Logged = { readonly log: Logger; readonly database: string }
