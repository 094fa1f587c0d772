import { networkNames, type TransactionQuery, unconfiguredCurrency } from '../../../core/sente.ts'
import type { Refused } from '../context.ts'
import type { CliStore } from '../deps.ts'

type Named = Pick<TransactionQuery, 'currency' | 'network'>
type Known = Pick<CliStore, 'books' | 'market'>

/**
 * Refuses a currency or network that neither the configuration nor any transaction has. An empty list would look as if
 * there were no payments, where a name is only mistyped.
 */
export async function unknownName(
  { currency, network }: Named,
  { books, market }: Known,
): Promise<Refused | undefined> {
  const isUsed = async (query: Named) => (await books.list({ ...query, limit: 1 })).transactions.length > 0
  if (currency !== undefined && !market.has(currency) && !(await isUsed({ currency })))
    return unconfiguredCurrency(currency, market)
  const known = networkNames(market)
  if (network === undefined || known.includes(network) || (await isUsed({ network }))) return undefined
  const message = `${network} is not in the configuration, which has: ${known.join(', ')}`
  return { refused: 'unknown_network', message }
}
