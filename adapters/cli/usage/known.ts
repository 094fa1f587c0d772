import { type TransactionQuery, unconfiguredCurrency } from '../../../core/sente.ts'
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
  const networks = new Set([...market.values()].flatMap((rules) => rules.networks.map(({ name }) => name)))
  if (network === undefined || networks.has(network) || (await isUsed({ network }))) return undefined
  const known = [...networks].join(', ')
  return { refused: 'unknown_network', message: `${network} is not in the configuration, which has: ${known}` }
}
