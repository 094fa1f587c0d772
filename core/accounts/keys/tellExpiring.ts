import type { AccountPorts } from '../../ports/accountPorts.ts'

/** The function that {@link tellExpiring} returns. */
export type TellExpiring = (request: {
  /** The most keys. */
  readonly limit: number
}) => Promise<{ readonly accountIds: readonly string[] }>

const dayMs = 86_400_000

/**
 * How long before its expiry an account is notified of a key, and how long after it if that was not possible before.
 */
const [withinMs, lateMs] = [14 * dayMs, 30 * dayMs]

/** Notifies accounts of their keys that expire within 14 days, once each, by an event. */
export function tellExpiring({ accounts, clock }: Pick<AccountPorts, 'accounts' | 'clock'>): TellExpiring {
  return async ({ limit }) => {
    const accountIds = await accounts.tellExpiring({ nowMs: clock.nowMs(), withinMs, lateMs, limit })
    return { accountIds }
  }
}
