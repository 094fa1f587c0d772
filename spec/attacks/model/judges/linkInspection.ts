import type { Stage } from '../stage/stage.ts'

/** Throws unless each link is as the model has it, was paid no more often than it may be, and by payments of its amount. */
export async function compareLinks({ store, model, accountIds }: Stage): Promise<void> {
  for (const [id, { account, amount, uses, isEnded }] of model.links.all) {
    const [link, used] = [await store.paymentLinks.byId(id), await store.paymentLinks.used(id)]
    const found = `${used} used, ${link?.endedAtMs === null ? 'not ended' : 'ended'}`
    const wanted = `${model.links.used(id)} used, ${isEnded ? 'ended' : 'not ended'}`
    if (found !== wanted) throw new Error(`link ${id} is ${found}, and has to be ${wanted}`)
    if (used > (uses ?? used)) throw new Error(`link ${id} is for ${uses}, and was used ${used} times`)
    const accountId = accountIds[model.accounts.indexOf(account)] ?? ''
    const { transactions } = await store.books.list({ accountId, linkId: id, limit: 1_000 })
    const others = transactions.filter((one) => one.kind !== 'collection' || one.amountMinor !== BigInt(amount))
    if (others.length > 0) throw new Error(`link ${id} is for ${amount}, and ${others[0]?.id} is not`)
    const through = transactions.filter(({ state }) => state !== 'failed').length
    if (through !== used) throw new Error(`link ${id} was used ${used} times, and has ${through} payments`)
  }
}
