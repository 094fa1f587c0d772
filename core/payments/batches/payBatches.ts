import { isOlderThanQuarantine } from '../../books/quarantine.ts'
import { isRefusal } from '../../model/refusal.ts'
import type { Batch, Batches, BatchLine, WaitingLines } from '../../ports/books/batches.ts'
import type { Quarantines } from '../../ports/operators/quarantines.ts'
import type { PaymentPorts } from '../payment.ts'
import { networkOf } from '../rules.ts'
import { batchScope, changeInStep } from './changeBatch.ts'
import { type KnownAccount, lineOpener } from './openLines.ts'

/** The ports for paying batches. */
export type PayingPorts = PaymentPorts & {
  readonly batches: Batches
  readonly quarantines: Pick<Quarantines, 'all'>
  /** The name of this process among those that claim batches. */
  readonly by: string
  /**
   * The most lines of all batches that are being submitted to a network at once, which leaves room for single payments.
   */
  readonly linesAtOnce: (served: { readonly network: string; readonly currency: string }) => number
  /** The lease of a batch's claim, in milliseconds; 10,000 by default. */
  readonly leaseMs?: number
  /** Called with the error when something breaks. The lines concerned wait. */
  readonly onBreakage: (error: unknown) => void
}

/** Pays the batches that this process has claimed. */
export type PayBatches = {
  /** Claims batches, and begins their possible next steps. Resolves once these have begun. */
  sweep(): Promise<void>
  /** Resolves when nothing is under way. */
  idle(): Promise<void>
  /** Stops opening lines. Resolves when work under way has ended and the claims are given back. */
  stop(): Promise<void>
}

/** How many batches a process works on at once. */
const batchesAtOnce = 32

/** The age of a draft left by a crash, and how many are deleted at once. */
const [draftMs, draftsAtOnce] = [3_600_000, 8]

/** Makes the function that pays batches. */
export function payBatches(ports: PayingPorts): PayBatches {
  const { batches, books, clock, quarantines, by, leaseMs = 10_000, onBreakage } = ports
  const open = lineOpener(ports)
  const takeSlot = slots(ports.linesAtOnce)
  const running = new Map<string, Promise<void>>()
  let isStopping = false

  async function sweep(): Promise<void> {
    if (isStopping) return
    await batches.forgetDrafts({ beforeMs: clock.nowMs() - draftMs, limit: draftsAtOnce })
    await cancelClosed()
    const claimed = await batches.claim({ by, nowMs: clock.nowMs(), leaseMs, limit: batchesAtOnce })
    for (const batch of claimed) await goOn(batch).catch(onBreakage)
  }

  async function goOn(batch: Batch): Promise<void> {
    const { waiting, opened } = await batches.settle(batch.id)
    const isPaying = batch.state === 'paying'
    if (opened === 0 && (!isPaying || waiting.length === 0)) return complete(batch)
    if (!isPaying) return
    if (isOlderThanQuarantine(batch, (await quarantines.all()).length))
      await changeInStep({ books, clock }, batch, { change: 'pause' })
    else for (const line of waiting.filter(isServed)) run(batch, line)
    if (waiting.length > 0 && !waiting.some(isServed)) await batches.giveBack(by, batch.id)
  }

  /** Lines over networks that this process lacks are left to another process. */
  const isServed = (request: WaitingLines) => networkOf({ request, market: ports.market }) !== undefined

  /**
   * Cancels batches that cannot continue, and releases their money, unless a person must first find out which lines
   * were paid.
   */
  async function cancelClosed(): Promise<void> {
    const closed = await batches.ofClosedAccounts(batchesAtOnce)
    if (closed.length === 0) return
    const { length } = await quarantines.all()
    for (const batch of closed)
      if (!isOlderThanQuarantine(batch, length))
        await changeInStep({ books, clock }, batch, { change: 'cancel' }).catch(onBreakage)
  }

  async function complete(batch: Batch): Promise<void> {
    const totals = await batches.totals(batch.id)
    await books.atomically({ ...batchScope(batch), events: true }, (work) => {
      const now = work.batch()?.batch
      if (now?.state === 'paying' || now?.state === 'cancelling')
        work.keepBatch({ ...now, state: 'completed', totals, updatedAtMs: clock.nowMs() })
    })
  }

  function run(batch: Batch, line: WaitingLines): void {
    const key = `${batch.id} ${line.currency} ${line.network}`
    if (isStopping || running.has(key)) return
    const done = pay(batch, line)
      .catch(onBreakage)
      .finally(() => running.delete(key))
    running.set(key, done)
  }

  /** Opens one line after the other, each when it has a slot, until none can be opened now. */
  async function pay(batch: Batch, network: WaitingLines): Promise<void> {
    const account: KnownAccount = {}
    const underWay = new Map<number, Promise<unknown>>()
    let isHeldUp = false
    for (;;) {
      const end = await takeSlot(network)
      const line = await nextLine(batch, network, underWay)
      if (!line || isStopping || isHeldUp) {
        end()
        if (underWay.size === 0) return
        await Promise.race(underWay.values())
        continue
      }
      const done = payLine({ ...line, accountId: batch.accountId }, account)
        .then((goesOn) => {
          isHeldUp ||= !goesOn
        })
        .catch((error) => {
          isHeldUp = true
          onBreakage(error)
        })
        .finally(() => {
          end()
          underWay.delete(line.number)
        })
      underWay.set(line.number, done)
    }
  }

  async function nextLine(
    { id }: Batch,
    { currency, network }: WaitingLines,
    underWay: ReadonlyMap<number, unknown>,
  ): Promise<BatchLine | undefined> {
    const lines = await batches.next({ batchId: id, currency, network, limit: underWay.size + 1 })
    return lines.find(({ number }) => !underWay.has(number))
  }

  /** Whether other lines may be opened after this one. */
  async function payLine(line: BatchLine & { readonly accountId: string }, account: KnownAccount): Promise<boolean> {
    const result = await open(line, account)
    if (typeof result === 'string') return result === 'busy' || result === 'gone'
    // The limit belongs to this process, not to the account: another process may have another one.
    if (isRefusal(result) && result.refused === 'limit_reached') await batches.giveBack(by, line.batchId)
    if (isRefusal(result)) return false
    if ('outcome' in result) await result.outcome
    return true
  }

  return {
    sweep,
    async idle() {
      while (running.size > 0) await Promise.all(running.values())
    },
    async stop() {
      isStopping = true
      while (running.size > 0) await Promise.all(running.values())
      await batches.giveBack(by)
    },
  }
}

type Served = { readonly network: string; readonly currency: string }

/** Resolves when the caller has a slot, with the function that gives it back. */
type TakeSlot = (served: Served) => Promise<() => void>

/** Gives each network and currency so many slots at a time, in the order of the requests. */
function slots(atOnce: (served: Served) => number): TakeSlot {
  const queues = new Map<string, { taken: number; readonly waiting: (() => void)[] }>()
  return async (served) => {
    const key = `${served.currency} ${served.network}`
    const queue = queues.get(key) ?? { taken: 0, waiting: [] }
    queues.set(key, queue)
    if (queue.taken < atOnce(served)) queue.taken += 1
    else await new Promise<void>((resolve) => queue.waiting.push(resolve))
    return () => {
      const next = queue.waiting.shift()
      if (next) next()
      else queue.taken -= 1
    }
  }
}
