import type { Attribution } from '../../actions/attribution.ts'
import type { Market } from '../../model/market.ts'
import type { OperatorRefusal } from '../../model/operatorRefusal.ts'
import { checkFunding, type FundAccount } from './fundAccount.ts'

/** An opening balance of a new account, in major units. */
type OpeningBalance = { readonly currency: string; readonly amount: number }

/** The reason why an account cannot begin with these balances. */
export function checkOpeningBalances(balances: readonly OpeningBalance[], market: Market): OperatorRefusal | undefined {
  if (new Set(balances.map(({ currency }) => currency)).size < balances.length) return fundedTwice
  for (const { currency, amount } of balances) {
    const checked = checkFunding({ currency, amount, reference: openingReference(currency) }, market)
    if ('refused' in checked) return checked
  }
  return undefined
}

/** Funds an account's opening balances, each under the reference `initial-CURRENCY`, until one is refused. */
export async function fundOpeningBalances(
  account: { readonly accountId: string } & Attribution,
  balances: readonly OpeningBalance[],
  fund: FundAccount,
): Promise<OperatorRefusal | undefined> {
  for (const { currency, amount } of balances) {
    const funded = await fund({ ...account, currency, amount, reference: openingReference(currency) })
    if ('refused' in funded) return funded
  }
  return undefined
}

const fundedTwice: OperatorRefusal = {
  refused: 'funding_reference_reused',
  message: 'An account can have one opening balance in each currency',
}

function openingReference(currency: string): string {
  return `initial-${currency}`
}
