import { closeAccount, isRefusal } from '../../../../core/sente.ts'
import { batchesOf, merchantAt, paymentsOf, type Stage } from '../stage/stage.ts'
import { because, by, type Deeds } from './act.ts'
import { order } from './operators.ts'

/** The only merchant whose account is closed. */
const closing = 2

/** The acts about accounts. */
export const accountDeeds = {
  async close(stage: Stage) {
    await close(stage, merchantAt(stage, closing).id)
  },
  async payBack(stage: Stage) {
    await payBack(stage)
  },
} satisfies Deeds

async function close(stage: Stage, accountId: string): Promise<void> {
  const { ports, world, closed } = stage
  const answer = await closeAccount(ports)({ accountId, by, because })
  if (isRefusal(answer)) throw new Error(answer.message)
  if (!world.closed.has(accountId)) world.acted.closed += 1
  world.closed.add(accountId)
  if (!closed.has(accountId)) closed.set(accountId, await rowsOf(stage, accountId))
}

/** Closes accounts again after the books have forgotten that. */
export async function closeForgotten(stage: Stage): Promise<void> {
  for (const accountId of stage.world.closed) await close(stage, accountId)
}

/** Pays the balance of a closed account back to its merchant. */
export async function payBack(stage: Stage): Promise<void> {
  const { ports, world, merchants } = stage
  for (const accountId of stage.closed.keys()) {
    const [row] = await ports.books.balances(accountId)
    if (!row || row.availableMinor === 0n) continue
    const paidBack = [...world.asked.values()].filter(({ reference }) => reference.startsWith('out-rest-')).length
    const who = merchants.findIndex(({ id }) => id === accountId)
    await order(stage, {
      ...{ operation: 'funding', who, reference: `out-rest-${paidBack}`, amount: Number(row.availableMinor) },
      ...{ network: 'MTN', number: 0, of: '', lines: [] },
    })
  }
}

/** After each act: a closed account gets no new payment, batch or funding. */
export async function keepClosed(stage: Stage): Promise<void> {
  for (const [accountId, before] of stage.closed)
    for (const row of await rowsOf(stage, accountId))
      if (!before.has(row)) throw new Error(`${row} came to an account that was closed`)
}

/** In the end a closed account has nothing. */
export async function leaveNothing(stage: Stage): Promise<void> {
  for (const accountId of stage.closed.keys())
    for (const { availableMinor, heldMinor } of await stage.ports.books.balances(accountId))
      if (availableMinor !== 0n || heldMinor !== 0n)
        throw new Error(`a closed account has ${availableMinor} and ${heldMinor} held`)
}

/** Its payments, batches, links and fundings, in no order. */
async function rowsOf(stage: Stage, accountId: string): Promise<ReadonlySet<string>> {
  const { ports } = stage
  const isTheirs = (row: { readonly accountId: string }) => row.accountId === accountId
  const links = await ports.paymentLinks.list({ accountId, limit: 100 })
  const { fundings } = await ports.books.fundings({ limit: 10_000 })
  return new Set([
    ...(await paymentsOf(stage)).filter(isTheirs).map(({ id }) => `payment ${id}`),
    ...(await batchesOf(stage)).filter(isTheirs).map(({ id }) => `batch ${id}`),
    ...links.map(({ id }) => `link ${id}`),
    ...fundings.filter((one) => isTheirs(one) && one.kind === 'fund').map(({ reference }) => `funding ${reference}`),
  ])
}
