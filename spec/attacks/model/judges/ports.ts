import {
  type AccountRepo,
  type Batches,
  type Books,
  type Claimed,
  type Deadline,
  type Enquired,
  type MobileProvider,
  noRiskLimits,
  type Scope,
  type Submitted,
  type Transaction,
} from '../../../../core/sente.ts'
import {
  accept,
  cancelOfClosed,
  complete,
  judgeCaller,
  judgeLines,
  judgeReference,
  mostByOne,
  settle,
  takeTurn,
} from '../reference/batches.ts'
import { beginAnew, hasFailed, isUsed, judge, judgeKnown, open, ownerOf, report } from '../reference/payments.ts'
import type { ModelReport } from '../reference/rules.ts'
import { type Actor, codeOf, networkOf, portsOf, type Stage, same } from '../stage/stage.ts'
import { feesUnder } from '../stage/tariffs.ts'
import { compareAccount, compareTransaction, everythingIn } from './inspection.ts'

/** The claimer of a transaction, and the time. */
type Claim = { readonly from: 'sweep' | 'hint'; readonly wallMs: number; readonly monotonicMs: number }

/** A network's report to an actor, which records it in its next step; its time is by the clock of the claim. */
type Report = Pick<ModelReport, 'from' | 'isSame'> & {
  readonly answer: Submitted | Enquired
  readonly claim?: Claim | undefined
}

/** The state shared by an actor's ports: reports by transaction, and claimed transactions. */
type Known = { readonly reports: Map<string, Report>; readonly claims: WeakMap<Transaction, Claim> }

/** The ports of one actor: each step waits for its turn, then the model takes it too and compares. */
export function judgedPorts(stage: Stage, actor: Actor) {
  const known: Known = { reports: new Map(), claims: new WeakMap() }
  const { name, config } = actor.run
  return {
    ...portsOf(stage, name),
    accounts: judgedAccounts(stage, actor),
    books: judgedBooks(stage, actor, known),
    batches: judgedBatches(stage, actor),
    fees: feesUnder(stage.model.tariffs, config, stage.accountIds),
    riskLimits: noRiskLimits,
    fourEyes: { kinds: new Set(['batches'] as const), amountsMinor: new Map([['UGX', BigInt(mostByOne)]]) },
    providerFor: (_currency: string, network: string) => judgedProvider(stage, actor, { network, ...known }),
    atOnce: 8,
  }
}

/** The model's view at the turn of a call. */
type Looks<Port> = {
  readonly [Name in keyof Port]?: Port[Name] extends (...given: infer Given) => Promise<unknown>
    ? (...given: Given) => unknown
    : never
}

/** A port whose named calls wait for their turns. */
function inTurns<Port extends object>({ take }: Stage, actor: Actor, port: Port, looks: Looks<Port>): Port {
  const taken = Object.entries<(...given: unknown[]) => unknown>(looks as never).map(([name, look]) => {
    const call = port[name as keyof Port] as (...given: unknown[]) => Promise<unknown>
    const turn = (...given: unknown[]) => {
      const about = given.filter((one) => typeof one === 'string').join(' ')
      return take(actor, `${name} ${about}`, async () => {
        look(...given)
        return call(...given)
      })
    }
    return [name, turn]
  })
  return { ...port, ...Object.fromEntries(taken) }
}

const nothing = () => undefined

function judgedAccounts(stage: Stage, actor: Actor): AccountRepo {
  const { store, model, clock } = stage
  const { order, batching } = actor
  const asked = order ?? batching

  /** Judges a caller by the account as read. */
  function judgeAsked(nowMs: number): void {
    if (batching) batching.expected = judgeCaller(batching.request, nowMs, batching.seen)
    if (order) order.expected = judge(model, order.request, nowMs, order.seen)
  }

  function look(): void {
    if (asked) asked.seen = structuredClone(ownerOf(model, asked.request))
  }

  const accounts = inTurns(stage, actor, store.accounts, {
    bySecretKey() {
      look()
      judgeAsked(clock.ofRun(actor.run.name).nowMs())
    },
    byId() {
      if (order?.request.link === undefined) return
      look()
      // A customer of a link may come to a closed account.
      order.expected = judgeKnown(model, order.request, clock.ofRun(actor.run.name).nowMs(), order.seen)
    },
  })
  return {
    ...accounts,
    // The expiry of a key is checked after the account was read.
    nowMs(callersMs) {
      judgeAsked(callersMs)
      return store.accounts.nowMs(callersMs)
    },
  }
}

function judgedBooks(stage: Stage, actor: Actor, { reports, claims }: Known): Books {
  const { store, model } = stage
  const { books } = store
  const { order } = actor
  const clock = stage.clock.ofRun(actor.run.name)

  function atomically<T>(scope: Scope, step: Parameters<typeof books.atomically<T>>[1]): Promise<T> {
    const { account, transaction: id = '', reference, batch } = scope
    const opening = { wallMs: clock.nowMs(), monotonicMs: clock.monotonicMs() }
    const found = reports.get(id)
    const monotonicMs = stage.clock.monotonicMs()
    const wallMs = found?.claim ? found.claim.wallMs + monotonicMs - found.claim.monotonicMs : opening.wallMs
    reports.delete(id)
    return stage.take(actor, `${reference === undefined ? 'notes' : 'opens'} ${batch ?? id}`, async () => {
      const isOpening = (reference ?? batch) !== undefined
      const before = isOpening ? await everythingIn(books) : ''
      const result = await books.atomically(scope, step)
      if (isOpening) await followOpening(stage, actor, { scope, result, before, ...opening })
      else if (found) followReport(stage, actor, id, found, { wallMs, monotonicMs, run: actor.run.name })
      else if (result === true) followSlowOpening(stage, id, opening)
      await compareTransaction(stage, id)
      await compareAccount(stage, account)
      return result
    })
  }

  function known(from: Claim['from'], { atMs, transactions }: Claimed): Claimed {
    const given = transactions.map((transaction) => ({ ...transaction }))
    const claim = { from, wallMs: atMs, monotonicMs: stage.clock.monotonicMs() }
    for (const transaction of given) claims.set(transaction, claim)
    return { atMs, transactions: given }
  }

  const inTurn = inTurns(stage, actor, books, {
    transaction(id) {
      // The refunded collection may have ended since the account was read.
      if (order?.seen && order.request.collection === id)
        order.expected = judgeKnown(model, order.request, clock.nowMs(), order.seen)
    },
    transactionByReference(_, reference) {
      if (!order) return
      const isOfLink = order.request.link !== undefined
      if (!isOfLink && order.request.reference !== reference) return
      // A form with other values is another attempt, under another reference, once the one before has failed.
      if (reference !== order.request.reference && !hasFailed(model, order.request))
        throw new Error(`${reference} is tried, but the attempt before it has not failed`)
      order.request = { ...order.request, reference }
      // A repeated request is answered with the payment, through a link even when the account has lost its rights.
      if (isUsed(model, order.request)) order.expected = 'duplicate_reference'
      else if (isOfLink) order.expected = judgeKnown(model, order.request, clock.nowMs(), order.seen)
    },
    ...{ awaited: nothing, claim: nothing, claimOne: nothing, list: nothing },
  })
  return {
    ...inTurn,
    atomically,
    claim: async (due) => known('sweep', await inTurn.claim(due)),
    claimOne: async (id, claim) => known('hint', await inTurn.claimOne(id, claim)),
  }
}

function judgedBatches(stage: Stage, actor: Actor): Batches {
  const { store, model } = stage
  const { run, batching } = actor
  const clock = stage.clock.ofRun(run.name)
  const inTurn = inTurns(stage, actor, store.batches, {
    ...{ forgetDrafts: nothing, draft: nothing, addLines: nothing, forget: nothing },
    ...{ ofClosedAccounts: nothing, claim: nothing, next: nothing, totals: nothing },
    settle: (id) => settle(model, id),
    byReference() {
      // Checked before its lines, and once more if these are refused.
      const judged = batching ? judgeReference(model, batching.request) : 'done'
      if (batching && judged !== 'done') batching.expected = judged
    },
    usedReferences() {
      if (!batching?.seen) return
      const at = { nowMs: batching.begunAtMs, config: run.config }
      Object.assign(batching, judgeLines(model, batching.request, batching.seen, at))
    },
  })
  return {
    ...inTurn,
    byReference(account, reference) {
      // The fee of a line is fixed when its batch is begun.
      if (batching) batching.begunAtMs = clock.nowMs()
      return inTurn.byReference(account, reference)
    },
  }
}

/** Restarts the time to submit a payment, which is only allowed while an opening may go on. */
function followSlowOpening({ openings, model }: Stage, id: string, now: Moments): void {
  const opening = openings.get(id)
  if (!opening) throw new Error(`${id} is submitted anew without having been opened`)
  const slowMs = Math.max(now.wallMs - opening.wallMs, now.monotonicMs - opening.monotonicMs)
  if (slowMs >= openWithinMs) throw new Error(`${id} is submitted anew ${slowMs} ms after its opening began`)
  Object.assign(opening, now)
  beginAnew(model, id, now.wallMs)
}

type Moments = { readonly wallMs: number; readonly monotonicMs: number }

type Stepped = { scope: Scope; result: unknown; wallMs: number; monotonicMs: number; before: string }

/**
 * Lets the model open a payment or accept a batch, take the turn of a line or complete a batch, like the books; throws
 * when they answered differently, or refused and kept a trace.
 */
async function followOpening(stage: Stage, actor: Actor, stepped: Stepped): Promise<void> {
  const { scope, result, before, wallMs, monotonicMs } = stepped
  const { transaction: id = '', batch, batchLine } = scope
  const found = codeOf(result)
  const name = batch === undefined ? id : `batch ${batch}, line ${batchLine}`
  const isWritten = found === 'done' || found.startsWith('closed ')
  if (!isWritten && (await everythingIn(stage.store.books)) !== before)
    throw new Error(`${name} was answered ${found}, but that left a trace`)
  // An account that has changed is read again first.
  if (actor.order) actor.order.seen = undefined
  if (found === 'stale') return
  if (found === 'done' && (batch === undefined || batchLine !== undefined))
    stage.openings.set(id, { run: actor.run, wallMs, monotonicMs, isSubmitted: false })
  same(name, found, wantedOf(stage, actor, stepped))
}

/** The model's answer, which it expects for the caller. */
function wantedOf({ model }: Stage, { run, order, batching }: Actor, { scope, wallMs: nowMs }: Stepped): string {
  const { transaction = '', batch, batchLine } = scope
  const at = { nowMs, config: run.config }
  if (batch !== undefined && batchLine !== undefined) return takeTurn(model, batch, batchLine, transaction, at)
  // Besides completing a batch, a payer acts on the whole batch in one way.
  if (batch !== undefined && !batching) return scope.events ? complete(model, batch) : cancelOfClosed(model, batch)
  if (batching) batching.expected = accept(model, batch ?? '', batching.request, batching.lines, nowMs)
  else if (order) order.expected = open(model, transaction, order.request, at)
  const asked = batching ?? order
  if (!asked) throw new Error('an opening without a request')
  return asked.expected
}

function followReport(
  { model, mistaken }: Stage,
  { run }: Actor,
  id: string,
  { from, answer, isSame }: Report,
  at: ModelReport['at'],
): void {
  if (!isSame) mistaken.add(id)
  const word = 'networkReason' in answer ? (answer.networkReason ?? null) : null
  report(model, id, { from, outcome: answer.outcome, isSame, word, config: run.config, at })
}

/**
 * The longest duration of an opening, and the longest time after it to send a payment to its network, in milliseconds.
 */
const [openWithinMs, submitWithinMs] = [20_000, 5_000]

/** An actor's connection to a network; every submission and enquiry waits for its turn. */
function judgedProvider(
  stage: Stage,
  actor: Actor,
  { network: name, reports, claims }: Known & { network: string },
): MobileProvider {
  const network = networkOf(stage, name)
  const { run, order } = actor
  const clock = stage.clock.ofRun(run.name)
  const isLate = ({ wallMs, monotonicMs }: Deadline) => clock.nowMs() >= wallMs || clock.monotonicMs() >= monotonicMs

  async function submit(transaction: Transaction, until: Deadline): Promise<Submitted> {
    const { id, accountId, reference } = transaction
    const answer = await stage.take(actor, `submits ${id}`, async (): Promise<Submitted> => {
      const opening = stage.openings.get(id)
      const fate = order?.fate ?? stage.fates.get(`${accountId} ${reference}`)
      if (!opening || !fate) throw new Error(`${id} is submitted without having been opened`)
      const { wallMs, monotonicMs } = opening
      if (until.wallMs > wallMs + submitWithinMs || until.monotonicMs > monotonicMs + submitWithinMs)
        throw new Error(`${id} may be sent too late`)
      opening.isSubmitted = true
      if (isLate(until)) return { outcome: 'declined', reason: 'not_sent' }
      return network.submit(run.config, transaction, fate)
    })
    reports.set(id, { from: 'submission', answer, isSame: true })
    return answer
  }

  return {
    fingerprint: `${name} ${run.config}`,
    providerId: ({ random }) => random,
    payOut: submit,
    requestPayment: submit,
    async enquire(transaction) {
      const { id } = transaction
      const claim = claims.get(transaction)
      const answer = await stage.take(actor, `asks about ${id}`, async () => network.enquire(run.config, transaction))
      reports.set(id, { from: claim?.from ?? 'request', answer, isSame: isSame(transaction, answer), claim })
      return answer
    },
    identifyCallback: ({ body }) => ({ transactionId: new TextDecoder().decode(body) }),
  }
}

function isSame({ amountMinor, currency, phoneNumber }: Transaction, answer: Enquired): boolean {
  if (!('seen' in answer)) return true
  const { seen } = answer
  return seen.amountMinor === amountMinor && seen.currency === currency && seen.phoneNumber === phoneNumber
}
