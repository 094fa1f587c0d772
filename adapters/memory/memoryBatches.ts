import {
  type Batch,
  type Batches,
  type BatchLine,
  type BatchRows,
  type ErasedNumber,
  isFinal,
  type LineRows,
  type Posting,
  progressOf,
  type StepRows,
  type Transaction,
  totalsOf,
  type WaitingLines,
} from '../../core/sente.ts'
import type { ActBeside } from './operators/actions.ts'

type Books = {
  transaction(id: string): Transaction | undefined
  reference(accountId: string, reference: string): string | undefined
  isClosed(accountId: string): boolean
  readonly actBeside: ActBeside
}

/** Batches in memory, with the view of steps on them. */
type MemoryBatches = Pick<StepRows, 'batch' | 'batchLine'> & {
  readonly port: Batches
  keepBatch(batch: Batch): void
  keepLine(line: BatchLine): void
  erase(erased: ErasedNumber): void
  rows(postingsOf: (batchId: string) => readonly Posting[]): readonly BatchRows[]
}

/** Begins without batches. */
export function memoryBatches({ transaction, reference, isClosed, actBeside }: Books): MemoryBatches {
  const batches = new Map<string, Batch>()
  const lines = new Map<string, BatchLine[]>()
  const claims = new Map<string, { readonly by: string; readonly untilMs: number }>()

  const linesOf = (id: string) => lines.get(id) ?? []
  const accepted = () => [...batches.values()].filter(({ state }) => state !== 'draft')
  const withPayment = (line: BatchLine): LineRows => ({ line, transaction: transaction(line.transactionId ?? '') })
  const isOpened = ({ batchId, phoneNumber }: BatchLine) =>
    linesOf(batchId).some((other) => other.phoneNumber === phoneNumber && other.state === 'opened')

  function keepLine(line: BatchLine): void {
    const kept = linesOf(line.batchId).map((other) => (other.number === line.number ? line : other))
    lines.set(line.batchId, kept)
  }

  function forget(id: string): void {
    if (batches.get(id)?.state !== 'draft') return
    batches.delete(id)
    lines.delete(id)
  }

  const port: Batches = {
    async draft(batch) {
      batches.set(batch.id, batch)
    },
    async addLines(added) {
      if (added.some(({ batchId }) => batches.get(batchId)?.state !== 'draft')) return false
      for (const line of added) lines.set(line.batchId, [...linesOf(line.batchId), line])
      return true
    },
    forget: async (id) => forget(id),
    async forgetDrafts({ beforeMs, limit }) {
      const old = [...batches.values()].filter(({ state, createdAtMs }) => state === 'draft' && createdAtMs < beforeMs)
      for (const { id } of old.slice(0, limit)) forget(id)
      return Math.min(old.length, limit)
    },
    usedReferences: async (accountId, references) => references.filter((name) => reference(accountId, name)),
    byId: async (id) => accepted().find((batch) => batch.id === id),
    byReference: async (accountId, name) =>
      accepted().find((batch) => batch.accountId === accountId && batch.reference === name),
    list: async ({ accountId, reference, state, before, limit, createdFromMs = 0, createdToMs = Number.MAX_VALUE }) =>
      accepted()
        .filter((batch) => (accountId ?? batch.accountId) === batch.accountId && (!before || batch.id < before))
        .filter((batch) => (reference ?? batch.reference) === batch.reference && (state ?? batch.state) === batch.state)
        .filter(({ createdAtMs }) => createdAtMs >= createdFromMs && createdAtMs < createdToMs)
        .sort((one, other) => (one.id < other.id ? 1 : -1))
        .slice(0, limit),
    async lines({ batchId, progress, after, limit }) {
      const batch = batches.get(batchId)
      const rows = linesOf(batchId)
        .filter(({ number }) => number > after)
        .map(withPayment)
      const found = rows.filter((row) => batch && (!progress || progressOf(row, batch) === progress))
      return found.slice(0, limit)
    },
    async totals(batchId) {
      const batch = batches.get(batchId)
      return batch ? totalsOf(linesOf(batchId).map(withPayment), batch) : []
    },
    async claim({ by, nowMs, leaseMs, limit }) {
      const isFree = ({ id }: Batch) => {
        const claim = claims.get(id)
        return !claim || claim.by === by || claim.untilMs <= nowMs || claim.untilMs > nowMs + leaseMs
      }
      const atWork = accepted().filter(({ state }) => state === 'paying' || state === 'cancelling')
      const free = atWork.filter(isFree).sort((one, other) => (one.id < other.id ? -1 : 1))
      const taken = free.slice(0, limit)
      for (const { id } of taken) claims.set(id, { by, untilMs: nowMs + leaseMs })
      return taken
    },
    async giveBack(by, batchId) {
      for (const [id, claim] of claims) if (claim.by === by && (batchId ?? id) === id) claims.delete(id)
    },
    ofClosedAccounts: async (limit) =>
      accepted()
        .filter(({ state, accountId }) => state !== 'cancelling' && state !== 'completed' && isClosed(accountId))
        .sort((one, other) => (one.id < other.id ? -1 : 1))
        .slice(0, limit),
    async settle(batchId) {
      for (const line of linesOf(batchId)) {
        const state = transaction(line.transactionId ?? '')?.state
        if (line.state === 'opened' && state && isFinal(state)) keepLine({ ...line, state: 'ended' })
      }
      const waiting = new Map<string, WaitingLines>()
      for (const { state, currency, network } of linesOf(batchId))
        if (state === 'waiting') waiting.set(`${currency} ${network}`, { currency, network })
      const inOrder = [...waiting].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, line]) => line)
      return { waiting: inOrder, opened: linesOf(batchId).filter(({ state }) => state === 'opened').length }
    },
    async next({ batchId, currency, network, limit }) {
      const numbers = new Set<string>()
      const next = linesOf(batchId).filter((line) => {
        if (line.state !== 'waiting' || numbers.has(line.phoneNumber)) return false
        numbers.add(line.phoneNumber)
        return line.currency === currency && line.network === network && !isOpened(line)
      })
      return next.slice(0, limit)
    },
    async erasePhoneNumbers(batchId, erasures, acting) {
      actBeside(acting)
      for (const { number, pseudonym: phoneNumber } of erasures) {
        const line = linesOf(batchId).find((one) => one.number === number)
        if (line) keepLine({ ...line, phoneNumber })
      }
    },
  }

  return {
    port,
    batch(id) {
      const batch = batches.get(id)
      if (!batch) return undefined
      const isTheirs = (other: Batch) => other.accountId === batch.accountId && other.reference === batch.reference
      return { batch, isReferenceUsed: accepted().some((other) => other.id !== id && isTheirs(other)) }
    },
    batchLine(id, number) {
      const line = linesOf(id).find((one) => one.number === number)
      return line && { line, isBusy: isOpened(line) }
    },
    keepBatch: (batch) => void batches.set(batch.id, batch),
    keepLine,
    erase({ transactionId, pseudonym }) {
      const erased = [...lines.values()].flat().find((line) => line.transactionId === transactionId)
      if (erased) keepLine({ ...erased, phoneNumber: pseudonym })
    },
    rows: (postingsOf) =>
      accepted().map((batch) => ({
        batch,
        moved: movedBy(postingsOf(batch.id)),
        waiting: batch.sums.flatMap(({ currency }) => waitingIn(linesOf(batch.id), currency)),
      })),
  }
}

function movedBy(postings: readonly Posting[]): BatchRows['moved'] {
  const currencies = new Set(postings.map(({ currency }) => currency))
  return [...currencies].map((currency) => {
    const sum = (to: Posting['to']) =>
      postings
        .filter((posting) => posting.currency === currency && posting.to === to)
        .reduce((minor, { amountMinor }) => minor + amountMinor, 0n)
    return { currency, heldMinor: sum('held'), releasedMinor: sum('available') }
  })
}

function waitingIn(lines: readonly BatchLine[], currency: string): BatchRows['waiting'] {
  const waiting = lines.filter((line) => line.state === 'waiting' && line.currency === currency)
  const minor = waiting.reduce((sum, { amountMinor, feeMinor }) => sum + (amountMinor ?? 0n) + feeMinor, 0n)
  return waiting.length === 0 ? [] : [{ currency, minor }]
}
