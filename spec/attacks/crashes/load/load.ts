import { type BatchOrder, isPaidSoon, type Order } from '../plan.ts'
import { approveBatch, askForBatch, type BatchRequest, changeBatch } from './batches.ts'
import { askFor, confirm, customersOf, type PaymentRequest } from './merchant.ts'
import { type CrashAccount, guessingAccount } from './operator.ts'

/** The numbers of requests at once, and of collections refunded at a time. */
const atOnce = 8
const refundable = 4

/** An act beside the requests, at its turn. */
type Deed = () => Promise<unknown>

/** The requests of merchants and of links' customers in a round: only the customers of one link have the same amount. */
export function crashLoad(accounts: readonly CrashAccount[]) {
  const requests: PaymentRequest[] = []
  const batches: BatchRequest[] = []
  let [orders, refunds] = [0, 0]

  /**
   * A refund of one of the latest few collections, so that more is requested than is left; a payout if there is none.
   */
  function refundOf(order: Order): PaymentRequest {
    const collections = requests.filter(({ order: { kind, number, account, isThroughLink }, known: { is } }) => {
      if (isThroughLink || account === guessingAccount) return false
      return kind === 'collection' && is === 'opened' && isPaidSoon(number)
    })
    const latest = collections.slice(-refundable)
    const collection = latest[(order.of ?? 0) % latest.length]
    if (!collection) return asked({ ...order, kind: 'payout' })
    refunds += 1
    const { network, number, account } = collection.order
    const given = { ...order, network, number, account, flaw: 'none' } as const
    return { ...asked(given, 'refund'), amount: 499 + refunds, collection: collection.reference }
  }

  function asked(order: Order, name = 'order'): PaymentRequest {
    orders += 1
    const [reference, amount] = [`${name}-${orders}`, 1_000 + orders]
    const account = accounts[order.account] as CrashAccount
    return { order, account, reference, amount, known: { is: 'unknown' }, times: 0, isConfirmed: false }
  }

  function batchOf(order: BatchOrder): BatchRequest {
    const lines = order.lines.map((line): PaymentRequest => {
      const given = { ...line, kind: 'payout', account: order.account, flaw: 'none' } as const
      return { ...asked(given, 'line'), known: { is: 'line' } }
    })
    const account = accounts[order.account] as CrashAccount
    const [reference, known] = [`batch-${orders}`, { is: 'unknown' } as const]
    return { order, account, reference, lines, known, times: 0, approval: 'none' }
  }

  const isUnknown = ({ known }: Pick<PaymentRequest, 'known'>) => known.is === 'unknown'

  return {
    /** The requests to a server so far, with the lines of batches. */
    requests,
    batches,
    /** Sends these requests to a server, in order and unanswered ones first, until all are answered or it is gone. */
    async request(url: string, orders: readonly (Order | Deed)[] = [], batchOrders: readonly BatchOrder[] = []) {
      const turnOf = (batch: BatchRequest) => () => askForBatch(url, batch)
      const left = batches.filter((one) => isUnknown(one) || isUnapproved(one))
      const again = [...requests.filter(isUnknown), ...left.map(turnOf)]
      const fresh = orders.flatMap((one): readonly (PaymentRequest | Deed)[] => {
        if (typeof one === 'function') return [one]
        if (one.isThroughLink) return customersOf(asked(one, 'link'))
        return [one.kind === 'refund' ? refundOf(one) : asked(one)]
      })
      const freshBatches = batchOrders.map(batchOf)
      let isGone = false
      await each([...again, ...freshBatches.map(turnOf), ...fresh], async (one) => {
        if (isGone) return
        if (typeof one === 'function') return void (await one())
        one.times += 1
        const fromMs = performance.now()
        try {
          one.known = await askFor(url, one)
          one.asked = { fromMs, toMs: performance.now() }
        } catch {
          // Its outcome is unknown: it is requested again under its reference.
          isGone = true
        }
      })
      const begun = freshBatches.filter(({ times }) => times > 0)
      batches.push(...begun)
      requests.push(...fresh.filter((one) => typeof one !== 'function').filter(({ times }) => times > 0))
      requests.push(...begun.flatMap(({ lines }) => lines))
    },
    /** Approves every batch, and resumes the paused ones. */
    async finishBatches(url: string) {
      for (const batch of batches) await approveBatch(url, batch)
      for (const batch of batches) if (batch.order.deed === 'pause') await changeBatch(url, batch, 'resume')
    },
    /** Makes a server confirm the answers of earlier ones; resolves with those that it does not confirm. */
    async confirmAll(url: string): Promise<readonly string[]> {
      const wrong: string[] = []
      const open = requests.filter(({ isConfirmed }) => !isConfirmed)
      await each(open, async (one) => {
        const problem = await confirm(url, one)
        if (problem) wrong.push(problem)
        one.isConfirmed = !isUnknown(one)
      })
      return wrong
    },
  }
}

/** Whether an accepted batch still has to be approved. */
function isUnapproved({ known, approval, order }: BatchRequest): boolean {
  return known.is !== 'refused' && approval !== 'answered' && order.deed !== 'leave'
}

async function each<T>(things: readonly T[], act: (thing: T) => Promise<unknown>): Promise<void> {
  const left = things.values()
  const worker = async () => {
    for (const thing of left) await act(thing)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
