import type { Caller } from '../../accounts/keys/authenticate.ts'
import { limitReached } from '../../accounts/limits/accountLimits.ts'
import type { Market } from '../../model/market.ts'
import type { Refusal } from '../../model/refusal.ts'
import { liveRiskLimits, type RiskLimits } from '../../model/riskLimits.ts'
import type { AccountRepo } from '../../ports/accountRepo.ts'
import type { Clock } from '../../ports/clock.ts'
import type { ProviderFor, Recipient } from '../../ports/mobileProvider.ts'
import { checkParty, networkOf, type PaymentRequest } from '../rules.ts'

/** The ports that looking up a recipient needs; by default the limits are those for real customers. */
export type RecipientPorts = {
  readonly accounts: Pick<AccountRepo, 'countNameLookUp'>
  readonly clock: Clock
  readonly market: Market
  readonly providerFor: ProviderFor
  readonly riskLimits?: RiskLimits
}

/** Whose phone number, over which network. */
export type RecipientQuery = Pick<PaymentRequest, 'phoneNumber' | 'currency' | 'network'>

/** Who has a phone number, as its network tells merchants. */
export type FoundRecipient = Omit<Recipient, 'name'> & {
  /** The initials and the family name, or the full name; null where the network does not tell it. */
  readonly name: string | null
}

/** The function that {@link lookUpRecipient} returns. */
export type LookUpRecipient = (request: {
  readonly caller: Caller
  readonly query: RecipientQuery
}) => Promise<FoundRecipient | Refusal>

/**
 * Asks a network who has a phone number. What it says is kept nowhere, and no payment waits for it. Refused as a payment
 * would be by the number, its network and the currency; with `no_name_look_up` where the network is not asked,
 * `limit_reached` when the account has looked up too many within the hour, and `name_unknown` when the network tells nothing.
 */
export function lookUpRecipient(ports: RecipientPorts): LookUpRecipient {
  const { accounts, clock, market, providerFor, riskLimits = liveRiskLimits } = ports
  const most = riskLimits.names_an_hour
  const count = (accountId: string, bound: number | null) =>
    accounts.countNameLookUp(accountId, { nowMs: clock.nowMs(), most: bound })

  return async ({ caller: { account }, query }) => {
    const refusal = checkParty({ account, market, request: query })
    if (refusal) return refusal
    const { currency, network, phoneNumber } = query
    const { names } = networkOf({ market, request: query }) ?? {}
    const provider = providerFor(currency, network)
    if (!names || !provider.recipient) return { refused: 'no_name_look_up', network }
    // Counted before it is asked, so that many at once ask no more than one after another.
    const { pauseMs } = most === null ? { pauseMs: 0 } : await count(account.id, most)
    if (most !== null && pauseMs > 0) return limitReached({ limit: 'names_an_hour', most, endsInMs: pauseMs })
    const found = await provider.recipient({ phoneNumber, currency })
    if (!found) return { refused: 'name_unknown', network }
    // Who goes through numbers in search of names meets many that nobody has.
    if (!found.isRegistered && most !== null) await count(account.id, null)
    return { ...found, name: found.name && shownName(found.name, names) }
  }
}

/** Names as merchants see them: the initials of all but the family name; all of it where that is agreed. */
function shownName({ given, family }: NonNullable<Recipient['name']>, names: 'initials' | 'full'): string {
  const [first, last] = [wordsOf(given), wordsOf(family)]
  // Without given names the field holds all of them, the family name last.
  const [initialed, whole] = first.length === 0 ? [last.slice(0, -1), last.slice(-1)] : [first, last]
  const shown = names === 'full' ? initialed : initialed.map((word) => `${[...word][0]}.`)
  return [...shown, ...whole].join(' ').toUpperCase()
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}
