import { notConfigured, type PeopleRefusal } from '../../model/peopleRefusal.ts'
import type { Clock } from '../../ports/clock.ts'
import { type AsOperator, operatorIn } from './operating.ts'

/** The reason why a command has refused, which its message explains. */
export type CommandRefusal = { readonly refused: string; readonly message: string }

/** The result of the check of a series of closes: its days, and its problems. */
export type CheckedCloses = {
  readonly days: number
  readonly first: string | null
  readonly last: string | null
  readonly problems: readonly { readonly day: string; readonly problem: string }[]
}

/** A close of a day on request. */
export type ClosedDay = {
  readonly day: string
  readonly file: string
  readonly digest: string
  /** Whether the close was there before. */
  readonly isStanding: boolean
  /** The number of rows that broke a rule in its audit. */
  readonly broken: number
  /** The reason why it is not in the record of actions; null if it is. */
  readonly notRecorded: string | null
}

/** The closed days, the reason why a day was not closed, and the series afterwards. */
export type ClosedDays = {
  readonly closed: readonly ClosedDay[]
  readonly refusal: string | null
  readonly series: CheckedCloses
}

/** A backup that was made. */
export type MadeBackup = {
  readonly file: string
  readonly checked: number
  /** The files and secrets that it does not contain and that a restore requires. */
  readonly keepToo: readonly string[]
  /** The reason why it is not in the record of actions; null if it is. */
  readonly notRecorded: string | null
}

/** Closes days in their order under a name, and checks the series. */
export type RunClose = (request: {
  readonly by: string
  readonly days: readonly string[]
}) => Promise<ClosedDays | CommandRefusal>

/** Checks the files of the closes. */
export type RunCheck = () => Promise<CheckedCloses | CommandRefusal>

/** Makes a backup under a name. */
export type RunBackup = (request: { readonly by: string }) => Promise<MadeBackup | CommandRefusal>

/** The ports for closes and backups by operators. Each is absent if the gateway is not set up for it. */
export type OperatorUpkeepPorts = {
  readonly clock: Pick<Clock, 'nowMs'>
  readonly runClose?: RunClose | undefined
  readonly runCheck?: RunCheck | undefined
  readonly runBackup?: RunBackup | undefined
}

/** The function that {@link closeAsOperator} returns. */
export type CloseAsOperator = (
  request: Pick<AsOperator, 'who'> & { readonly days: readonly string[] },
) => Promise<ClosedDays | CommandRefusal | PeopleRefusal>

/** The function that {@link checkClosesAsOperator} returns. */
export type CheckClosesAsOperator = (
  request: Pick<AsOperator, 'who'>,
) => Promise<CheckedCloses | CommandRefusal | PeopleRefusal>

/** The function that {@link backUpAsOperator} returns. */
export type BackUpAsOperator = (
  request: Pick<AsOperator, 'who'>,
) => Promise<MadeBackup | CommandRefusal | PeopleRefusal>

/**
 * Closes days under the name of an operator who is signed in, and then checks the series. It does not ask for the
 * password: no money is moved. Refused with `not_allowed` and `not_configured`.
 */
export function closeAsOperator(ports: OperatorUpkeepPorts): CloseAsOperator {
  return async ({ who, days }) => {
    const operator = operatorIn(ports, who, 'operator.close_day')
    if ('refused' in operator) return operator
    return ports.runClose?.({ ...operator, days }) ?? notConfigured
  }
}

/** Checks the files of the closes. Refused with `not_allowed` and `not_configured`. */
export function checkClosesAsOperator(ports: OperatorUpkeepPorts): CheckClosesAsOperator {
  return async ({ who }) => {
    const operator = operatorIn(ports, who, 'operator.audit')
    return 'refused' in operator ? operator : (ports.runCheck?.() ?? notConfigured)
  }
}

/**
 * Makes a backup under the name of an operator who is signed in. It does not ask for the password: the backup stays on
 * the server. Refused with `not_allowed` and `not_configured`.
 */
export function backUpAsOperator(ports: OperatorUpkeepPorts): BackUpAsOperator {
  return async ({ who }) => {
    const operator = operatorIn(ports, who, 'operator.backup')
    return 'refused' in operator ? operator : (ports.runBackup?.(operator) ?? notConfigured)
  }
}
