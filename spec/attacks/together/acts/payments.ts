import { authenticate, endLink, isRefusal } from '../../../../core/sente.ts'
import { ask } from '../stage/asking.ts'
import { merchantAt, paymentsOf, type Stage } from '../stage/stage.ts'
import { keyOf, type Request } from '../stage/world.ts'
import type { Choice, Deeds } from './act.ts'

/** The requests of merchants and their customers. */
export const paymentDeeds = {
  async payout(stage: Stage, act: Choice) {
    await askOnce(stage, act, { operation: 'payout', reference: `pay-${act.about % 12}` })
  },
  async collection(stage: Stage, act: Choice) {
    await askOnce(stage, act, { operation: 'collection', reference: `sale-${act.about % 12}` })
  },
  /** A refund of a part of a collection, or of the rest without an amount; never of one in question. */
  async refund(stage: Stage, act: Choice) {
    const theirs = (await paymentsOf(stage)).filter(
      ({ kind, accountId }) => kind === 'collection' && accountId === merchantAt(stage, act.who).id,
    )
    const questioned = theirs.filter(({ attention, isTakenBack }) => attention !== null || isTakenBack)
    const some = act.choice % 4 === 0 && questioned.length > 0 ? questioned : theirs
    const collection = some[act.about % Math.max(1, some.length)]
    if (!collection) return
    const amount = act.choice % 3 === 0 ? 0 : 500 + (act.amount % 1_500)
    const reference = `back-${collection.reference.slice(0, 40)}-${act.choice % 4}`
    const answer = await askOnce(
      stage,
      { ...act, amount },
      { operation: 'refund', reference, of: collection.reference },
    )
    if (answer.opened !== undefined && (collection.attention !== null || collection.isTakenBack))
      throw new Error(`${reference} refunds ${collection.reference}, which is in question`)
  },
  async link(stage: Stage, act: Choice) {
    await askOnce(stage, { ...act, choice: act.choice % 3 }, { operation: 'link', reference: `link-${act.about % 2}` })
  },
  async linked(stage: Stage, act: Choice) {
    const of = `link-${act.about % 2}`
    const nonce = `${act.choice % 5}`.padStart(32, 'a')
    await askOnce(stage, act, { operation: 'linked', reference: `${of}-${nonce}`, of })
  },
  async endLink(stage: Stage, { who, about }: Choice) {
    const caller = await authenticate(stage.ports)({ secretKey: merchantAt(stage, who).secretKey })
    if (isRefusal(caller)) return
    const links = await stage.ports.paymentLinks.list({ accountId: merchantAt(stage, who).id, limit: 10 })
    const link = links[about % Math.max(1, links.length)]
    if (link) await endLink(stage.ports)({ caller, linkId: link.id })
  },
} satisfies Deeds

type Named = Pick<Request, 'operation' | 'reference'> & Partial<Pick<Request, 'of' | 'lines'>>

/** Sends a request under a reference; a used one repeats its request. */
export function askOnce(stage: Stage, { who, amount, network, choice }: Choice, named: Named) {
  const amountAsked = named.operation === 'refund' ? amount : 500 + amount
  const fresh: Request = { who, amount: amountAsked, network, number: choice, of: '', lines: [], ...named }
  return ask(stage, stage.world.asked.get(keyOf(fresh)) ?? fresh)
}
