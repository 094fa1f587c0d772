import type { Caller } from '../../accounts/keys/authenticate.ts'
import { limitReached } from '../../accounts/limits/accountLimits.ts'
import type { Market } from '../../model/market.ts'
import type { Refusal } from '../../model/refusal.ts'
import { liveRiskLimits, type RiskLimits } from '../../model/riskLimits.ts'
import type { AccountRepo } from '../../ports/accountRepo.ts'
import type { Clock } from '../../ports/clock.ts'
import type { ProviderFor, Recipient } from '../../ports/mobileProvider.ts'
import { checkParty, networkOf, type PaymentRequest } from '../rules.ts'

/** The ports for looking up a recipient. By default the limits are those for real customers. */
export type RecipientPorts = {
  readonly accounts: Pick<AccountRepo, 'countNameLookUp'>
  readonly clock: Clock
  readonly market: Market
  readonly providerFor: ProviderFor
  readonly riskLimits?: RiskLimits
}

/** The phone number and its network. */
export type RecipientQuery = Pick<PaymentRequest, 'phoneNumber' | 'currency' | 'network'>

/** The owner of a phone number, in the form that merchants see. */
export type FoundRecipient = Omit<Recipient, 'name'> & {
  /** The initials and the family name, or the full name; null if the network does not return it. */
  readonly name: string | null
}

/** The function that {@link lookUpRecipient} returns. */
export type LookUpRecipient = (request: {
  readonly caller: Caller
  readonly query: RecipientQuery
}) => Promise<FoundRecipient | Refusal>

/**
 * Asks a network for the owner of a phone number. The answer is not stored, and no payment waits for it. Refused like a
 * payment by the number, its network and the currency; with `no_name_look_up` if the network is not asked,
 * `limit_reached` when the account has looked up too many within the hour, and `name_unknown` when the network returns
 * no name.
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
    // Counted before it is asked, so that concurrent requests ask no more than consecutive ones.
    const { pauseMs } = most === null ? { pauseMs: 0 } : await count(account.id, most)
    if (most !== null && pauseMs > 0) return limitReached({ limit: 'names_an_hour', most, endsInMs: pauseMs })
    const found = await provider.recipient({ phoneNumber, currency })
    if (!found) return { refused: 'name_unknown', network }
    // A search through numbers for names meets many without an owner.
    if (!found.isRegistered && most !== null) await count(account.id, null)
    return { ...found, name: found.name && shownName(found.name, names) }
  }
}

/**
 * A name in the form that merchants see: the initials of all but the family name, or the whole name if that is agreed.
 */
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
