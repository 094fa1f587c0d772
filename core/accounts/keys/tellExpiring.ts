import type { AccountPorts } from '../../ports/accountPorts.ts'

/** The function that {@link tellExpiring} returns. */
export type TellExpiring = (request: {
  /** How many keys at most. */
  readonly limit: number
}) => Promise<{ readonly accountIds: readonly string[] }>

const dayMs = 86_400_000

/** How long before its expiry an account is told of a key, and for how long after it, where that could not be before. */
const [withinMs, lateMs] = [14 * dayMs, 30 * dayMs]

/** Tells accounts of their keys that expire within 14 days, once each, by an event. */
export function tellExpiring({ accounts, clock }: Pick<AccountPorts, 'accounts' | 'clock'>): TellExpiring {
  return async ({ limit }) => {
    const accountIds = await accounts.tellExpiring({ nowMs: clock.nowMs(), withinMs, lateMs, limit })
    return { accountIds }
  }
}
