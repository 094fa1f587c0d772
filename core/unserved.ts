import type { Market } from './market.ts'
import type { AwaitedCount, Books } from './ports/books.ts'

/**
 * What is to be asked about of networks and currencies that the market does not have: nobody can be asked, so its money stays held
 * until the network is back in the market or an operator decides.
 */
export async function unservedTransactions({
  books,
  market,
}: {
  books: Books
  market: Market
}): Promise<readonly AwaitedCount[]> {
  const awaited = await books.awaited()
  return awaited.filter(({ currency, network }) => !market.get(currency)?.networks.some(({ name }) => name === network))
}
