import { isDeepStrictEqual } from 'node:util'
import { statementCsv } from '../../../adapters/formats/statement.ts'
import {
  type AccountPorts,
  type Batch,
  type Batches,
  type BatchLine,
  type CloseDayPorts,
  closeDay,
  eventTypeOf,
  type FloatPorts,
  type Funding,
  isRefusal,
  listFloat,
  type OperatorMove,
  readAccountStatement,
  type StatementLine,
  type Transaction,
} from '../../../core/sente.ts'

/** What is read to be compared: the answers of the product, and the rows that they follow from. */
export type Recomputable = AccountPorts &
  CloseDayPorts &
  FloatPorts & { readonly batches: Batches } & Pick<AccountPorts, 'market'> & {
    readonly operatorMoney: { moves(query: { limit: number }): Promise<readonly OperatorMove[]> }
  }

/** What happened, as lists and look-ups show it. */
type Facts = {
  readonly accountIds: readonly string[]
  /** The oldest first. */
  readonly payments: readonly Transaction[]
  readonly fundings: readonly Funding[]
  readonly batches: readonly { readonly batch: Batch; readonly lines: readonly BatchLine[] }[]
  readonly moves: readonly OperatorMove[]
}

/** A line of a statement, as the pages about statements describe it. */
type Line = {
  readonly at: number
  readonly kind: string
  readonly amount: bigint
  readonly of: string
  readonly reference: string
}

const [all, pageLines, dayMs] = [100_000, 7, 24 * 3_600_000]
const currency = 'UGX'

/**
 * Works out, from what the pages of the documentation say and nothing of the core's, what balances, statements, their CSV, events,
 * the operator's accounts and the closes of days have to be; throws where the product answers otherwise. For books in UGX alone.
 */
export async function compareRecomputed(ports: Recomputable): Promise<void> {
  const facts = await factsOf(ports)
  const lines: Line[] = []
  for (const accountId of facts.accountIds) {
    const theirs = await statementOf(ports, accountId)
    lines.push(...theirs)
    compareLines(facts, accountId, theirs)
    await compareBalance(ports, facts, accountId)
    await compareEvents(ports, facts, { accountId, lines: theirs })
  }
  compareGivenBack(facts)
  await compareFloat(ports, facts)
  await compareCloses(ports, facts, lines)
}

async function factsOf({ accounts, books, batches, operatorMoney }: Recomputable): Promise<Facts> {
  const found = await batches.list({ limit: all })
  const linesOf = async (batch: Batch) => ({
    batch,
    lines: (await batches.lines({ batchId: batch.id, after: 0, limit: all })).map(({ line }) => line),
  })
  return {
    accountIds: (await accounts.list({ limit: all })).accounts.map(({ id }) => id),
    payments: (await books.list({ limit: all })).transactions.toReversed(),
    fundings: (await books.fundings({ limit: all })).fundings,
    batches: await Promise.all(found.map(linesOf)),
    moves: await operatorMoney.moves({ limit: all }),
  }
}

/** A statement, read by days and pages, which have to meet; its running balances and its CSV are worked out anew. */
async function statementOf(ports: Recomputable, accountId: string): Promise<readonly Line[]> {
  const read = readAccountStatement(ports)
  const page = async (query: { fromMs?: number; toMs?: number; after?: string; limit: number }) => {
    const answer = await read({ accountId, currency, ...query })
    if (isRefusal(answer)) throw new Error(answer.message)
    return answer
  }
  const whole = await page({ limit: all })
  const byDays: StatementLine[] = []
  let balance = { available: 0n, held: 0n }
  const [firstMs, lastMs] = [whole.lines[0]?.posting.atMs ?? 0, whole.lines.at(-1)?.posting.atMs ?? 0]
  for (let fromMs = dayOf(firstMs); fromMs <= lastMs; fromMs += dayMs) {
    for (let after: string | undefined; ; ) {
      const { opening, lines, closing, next } = await page({
        ...{ fromMs, toMs: fromMs + dayMs, limit: pageLines },
        ...(after !== undefined && { after }),
      })
      same(`opening of ${accountId} on ${new Date(fromMs).toISOString()}`, plain(opening), balance)
      for (const line of lines) balance = followed(line, balance)
      same('closing', plain(closing), balance)
      const stray = lines.find(({ posting: { atMs } }) => atMs < fromMs || atMs >= fromMs + dayMs)
      same('a line of another day', stray?.posting.atMs, undefined)
      byDays.push(...lines)
      if (next === null) break
      after = next
    }
  }
  same('the statement by days', byDays, whole.lines)
  same('closing of all', plain(whole.closing), balance)
  return whole.lines.map(({ posting, kind, reference }) => ({
    ...{ at: posting.atMs, kind, amount: posting.amountMinor, reference },
    of: Object.values(posting.cause).join(),
  }))
}

/** By kind, what a line adds to what is available and to what is held. */
const signs: Readonly<Record<string, readonly [available: bigint, held: bigint]>> = {
  ...{ balance_funded: [1n, 0n], balance_withdrawn: [-1n, 0n], collection_credited: [1n, 0n], fee_refunded: [1n, 0n] },
  ...{ batch_held: [-1n, 1n], payout_held: [-1n, 1n], refund_held: [-1n, 1n] },
  ...{ batch_released: [1n, -1n], payout_released: [1n, -1n], refund_released: [1n, -1n] },
  ...{ payout_settled: [0n, -1n], refund_settled: [0n, -1n] },
}

function followed(line: StatementLine, before: { readonly available: bigint; readonly held: bigint }) {
  const { posting, kind, after, paymentKind, reference, description, metadata, networkReceipt, networkReason } = line
  const fee: readonly [bigint, bigint] = paymentKind === 'collection' ? [-1n, 0n] : [0n, -1n]
  const [available, held] = kind === 'fee' ? fee : (signs[kind] ?? [0n, 0n])
  const { amountMinor } = posting
  const now = { available: before.available + available * amountMinor, held: before.held + held * amountMinor }
  same(`the balance after ${kind} of ${reference}`, plain(after), now)
  if (now.available < 0n || now.held < 0n) throw new Error(`below zero after ${kind} of ${reference}`)
  const of = 'transaction' in posting.cause ? posting.cause.transaction : ''
  const kept = Object.keys(metadata).length > 0 ? `"${JSON.stringify(metadata).replaceAll('"', '""')}"` : ''
  const said = [reference, description ?? '', kept, networkReceipt ?? '', networkReason ?? '']
  const amounts = [amountMinor, now.available, now.held].map(String)
  const cells = [new Date(posting.atMs).toISOString(), kind, currency, ...amounts, of, ...said]
  same(`the CSV of ${reference}`, statementCsv.row(line, currency), `${cells.join(',')}\r\n`)
  return now
}

/** The lines that payments, fundings and batches have to have, in whatever order; their times are never before the last. */
function compareLines(facts: Facts, accountId: string, lines: readonly Line[]): void {
  const early = lines.find(({ at }, index) => at < (lines[index - 1]?.at ?? at))
  same('a line dated before the one above it', early, undefined)
  const own = <Row extends { readonly accountId: string }>(rows: readonly Row[]) =>
    rows.filter((row) => row.accountId === accountId)
  const expected = [
    ...own(facts.fundings).map(({ kind, amountMinor, reference }) =>
      text(kind === 'fund' ? 'balance_funded' : 'balance_withdrawn', amountMinor, reference, reference),
    ),
    ...own(facts.payments).flatMap(linesOfPayment),
  ]
  const isOfBatch = ({ kind }: Line) => kind.startsWith('batch_')
  const found = lines
    .filter((line) => !isOfBatch(line))
    .map((line) => text(line.kind, line.amount, line.of, line.reference))
  same(`the lines of ${accountId}`, found.sort(), expected.sort())
  for (const { batch, lines: rows } of facts.batches.filter((one) => one.batch.accountId === accountId)) {
    const theirs = lines.filter((line) => isOfBatch(line) && line.of === batch.id)
    const sum = (kind: string) =>
      theirs.filter((line) => line.kind === kind).reduce((minor, { amount }) => minor + amount, 0n)
    const accepted = rows.filter((row) => row.transactionId !== null || row.state === 'waiting').reduce(addLine, 0n)
    if (sum('batch_held') < accepted) throw new Error(`batch ${batch.id} holds ${sum('batch_held')} for ${accepted}`)
    same(
      `what batch ${batch.id} still holds`,
      sum('batch_held') - sum('batch_released'),
      waitingIn({ batch, lines: rows }),
    )
    const released = theirs.filter(({ kind }) => kind === 'batch_released').map(({ amount }) => amount)
    for (const row of rows.filter(({ transactionId }) => transactionId !== null)) {
      const place = released.indexOf(addLine(0n, row))
      if (place < 0) throw new Error(`line ${row.number} of batch ${batch.id} took nothing out of it`)
      released.splice(place, 1)
    }
  }
  const isKnown = (line: Line) =>
    facts.batches.some(({ batch }) => batch.id === line.of && batch.reference === line.reference)
  same(
    'a line of no batch',
    lines.find((line) => isOfBatch(line) && !isKnown(line)),
    undefined,
  )
}

const text = (kind: string, amount: bigint, of: string, reference: string) => `${reference} ${of} ${kind} ${amount}`

function linesOfPayment({ id, kind, reference, state, amountMinor, feeMinor, feeBackMinor }: Transaction): string[] {
  const line = (named: string, amount: bigint) => (amount > 0n ? [text(named, amount, id, reference)] : [])
  const hasSucceeded = state === 'succeeded'
  if (kind === 'collection')
    return hasSucceeded ? [...line('collection_credited', amountMinor), ...line('fee', feeMinor)] : []
  return [
    ...line(`${kind}_held`, amountMinor + feeMinor),
    ...(hasSucceeded ? [...line(`${kind}_settled`, amountMinor), ...line('fee', feeMinor)] : []),
    ...(hasSucceeded && kind === 'refund' ? line('fee_refunded', feeBackMinor) : []),
    ...(state === 'failed' ? line(`${kind}_released`, amountMinor + feeMinor) : []),
  ]
}

const addLine = (minor: bigint, line: BatchLine) => minor + (line.amountMinor ?? 0n) + line.feeMinor

/** What is held for the lines of a batch that wait, until it is cancelled. */
function waitingIn({ batch, lines }: Facts['batches'][number]): bigint {
  if (['draft', 'cancelling', 'completed'].includes(batch.state)) return 0n
  return lines.filter(({ state }) => state === 'waiting').reduce(addLine, 0n)
}

/** What an account has, from what became of its payments, in one sum. */
function balanceOf({ fundings, payments, batches }: Facts, accountId: string) {
  let [available, held] = [0n, 0n]
  for (const { kind, amountMinor } of fundings.filter((one) => one.accountId === accountId))
    available += kind === 'fund' ? amountMinor : -amountMinor
  for (const { kind, state, amountMinor, feeMinor, feeBackMinor } of payments.filter(
    (one) => one.accountId === accountId,
  )) {
    const cost = amountMinor + feeMinor
    if (kind === 'collection') available += state === 'succeeded' ? amountMinor - feeMinor : 0n
    else if (state !== 'failed') available -= cost
    if (kind !== 'collection' && state !== 'succeeded' && state !== 'failed') held += cost
    if (kind === 'refund' && state === 'succeeded') available += feeBackMinor
  }
  for (const one of batches.filter(({ batch }) => batch.accountId === accountId)) {
    available -= waitingIn(one)
    held += waitingIn(one)
  }
  return { available, held }
}

async function compareBalance({ books }: Recomputable, facts: Facts, accountId: string): Promise<void> {
  const [row] = await books.balances(accountId)
  same(`the balance of ${accountId}`, row ? plain(row) : { available: 0n, held: 0n }, balanceOf(facts, accountId))
}

/** Of each collection's fee its refunds give back as large a part as they are of it, and in the end no more and no less than all. */
function compareGivenBack({ payments }: Facts): void {
  for (const { id, reference, amountMinor, feeBackMinor } of payments.filter(({ kind }) => kind === 'collection')) {
    const refunds = payments.filter((one) => one.refundOf === id && one.state !== 'failed')
    const sum = refunds.reduce((minor, one) => minor + one.amountMinor, 0n)
    const back = refunds.reduce((minor, one) => minor + one.feeBackMinor, 0n)
    const odd = refunds.find((one) => {
      const part = (feeBackMinor * one.amountMinor) / amountMinor
      return sum < amountMinor && (one.feeBackMinor < part - 1n || one.feeBackMinor > part + 1n)
    })
    const isWhole = sum < amountMinor || back === feeBackMinor
    if (sum > amountMinor || back > feeBackMinor || !isWhole || odd)
      throw new Error(`refunds of ${reference} give back ${back} of ${feeBackMinor}, and pay ${sum} of ${amountMinor}`)
  }
}

/** By kind of line, the event whose moving of money it is. */
const toldBy: Readonly<Record<string, string>> = {
  ...{
    payout_settled: 'payout.succeeded',
    payout_released: 'payout.failed',
    collection_credited: 'collection.succeeded',
  },
  ...{ refund_settled: 'refund.succeeded', refund_released: 'refund.failed' },
  ...{ balance_funded: 'balance.funded', balance_withdrawn: 'balance.withdrawn' },
}

/** An event for each end, funding and completed batch, numbered without a gap, in the order in which money moved. */
async function compareEvents(
  { books }: Recomputable,
  facts: Facts,
  { accountId, lines }: { readonly accountId: string; readonly lines: readonly Line[] },
): Promise<void> {
  const { events, last } = await books.events({ accountId, after: 0, limit: all })
  same(
    'the sequences',
    events.map(({ event }) => event.sequence),
    events.map((_, index) => index + 1),
  )
  same('the last sequence', last, events.length)
  const found = events.map((rows) => `${eventTypeOf(rows)} ${Object.values(rows.event.cause).join()}`)
  const isTheirs = (row: { readonly accountId: string }) => row.accountId === accountId
  const ended = facts.payments.filter(isTheirs).filter(({ state }) => state === 'succeeded' || state === 'failed')
  const done = facts.batches.filter(({ batch }) => isTheirs(batch) && batch.state === 'completed')
  const expected = [
    ...ended.map(({ id, kind, state }) => `${kind}.${state} ${id}`),
    ...facts.fundings
      .filter(isTheirs)
      .map(({ kind, reference }) => `balance.${kind === 'fund' ? 'funded' : 'withdrawn'} ${reference}`),
    ...done.map(({ batch }) => `batch.completed ${batch.id}`),
  ]
  const isOther = (event: string) => event.startsWith('key.expiring')
  same(`the events of ${accountId}`, found.filter((event) => !isOther(event)).sort(), expected.sort())
  const moving = lines.flatMap(({ kind, of }) => (toldBy[kind] ? [`${toldBy[kind]} ${of}`] : []))
  const told = events.map((rows) => `${eventTypeOf(rows)} ${Object.values(rows.event.cause).join()}`)
  same(
    'the order of events',
    told.filter((event) => moving.includes(event)),
    moving,
  )
}

/** The operator's accounts before a moment, by the table of the page about the operator's own money. */
function operatorAt({ moves, fundings, payments }: Facts, lines: readonly Line[], toMs: number): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  const add = (account: string, minor: bigint) => sums.set(account, (sums.get(account) ?? 0n) + minor)
  for (const { from, to, amountMinor, atMs } of moves.filter(({ atMs }) => atMs < toMs)) {
    if (atMs >= toMs) continue
    add(from, -amountMinor)
    add(to, amountMinor)
  }
  const networkOf = new Map(payments.map(({ id, network }) => [id, network]))
  for (const { kind, amount, of } of lines.filter(({ at }) => at < toMs)) {
    if (kind === 'balance_funded') add('bank', amount)
    if (kind === 'balance_withdrawn') add('bank', -amount)
    if (kind.endsWith('_settled')) add(`float:${networkOf.get(of)}:disbursement`, -amount)
    if (kind === 'collection_credited') add(`float:${networkOf.get(of)}:collection`, amount)
  }
  same('fundings that are no lines', fundings.length, lines.filter(({ kind }) => kind.startsWith('balance_')).length)
  return sums
}

async function compareFloat(ports: Recomputable, facts: Facts): Promise<void> {
  const { balances, owed, earned, floats } = await listFloat(ports)()
  const lines = (await Promise.all(facts.accountIds.map((accountId) => statementOf(ports, accountId)))).flat()
  const expected = operatorAt(facts, lines, Number.POSITIVE_INFINITY)
  const ofUgx = balances.filter((one) => one.currency === currency)
  same('the accounts of the operator', namedSums(ofUgx), sorted(expected))
  const sum = (rows: readonly { readonly minor: bigint }[]) => rows.reduce((minor, one) => minor + one.minor, 0n)
  const owedMinor = facts.accountIds
    .map((id) => balanceOf(facts, id))
    .reduce((minor, { available, held }) => minor + available + held, 0n)
  const succeeded = facts.payments.filter(({ state }) => state === 'succeeded')
  const earnedMinor = succeeded.reduce(
    (minor, one) => minor + one.feeMinor - (one.kind === 'refund' ? one.feeBackMinor : 0n),
    0n,
  )
  same('what is owed', sum(owed), owedMinor)
  same('what was earned', sum(earned), earnedMinor)
  same('all accounts together', sum(ofUgx), owedMinor + earnedMinor)
  const open = facts.payments.filter(
    ({ kind, state }) => kind !== 'collection' && (state === 'submitting' || state === 'pending'),
  )
  for (const { network, account, heldMinor } of floats.filter(({ product }) => product === 'disbursement'))
    same(
      `what open payouts take out of ${account}`,
      heldMinor,
      open.filter((one) => one.network === network).reduce((minor, { amountMinor }) => minor + amountMinor, 0n),
    )
}

/** By ledger account, which kinds of lines add to it and which take from it, all merchants together. */
function ledgerAt(facts: Facts, lines: readonly Line[], toMs: number): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  const add = (account: string, minor: bigint) => sums.set(account, (sums.get(account) ?? 0n) + minor)
  const paymentOf = new Map(facts.payments.map((one) => [one.id, one]))
  for (const { kind, amount, of } of lines.filter(({ at }) => at < toMs)) {
    const payment = paymentOf.get(of)
    const [available, held] =
      kind === 'fee' ? (payment?.kind === 'collection' ? [-1n, 0n] : [0n, -1n]) : (signs[kind] ?? [0n, 0n])
    add('available', available * amount)
    add('held', held * amount)
    if (kind === 'fee') add('fees', amount)
    if (kind === 'fee_refunded') add('fees', -amount)
    if (kind.startsWith('balance_')) add('funding', kind === 'balance_funded' ? -amount : amount)
    if (kind.endsWith('_settled')) add(`float:${payment?.network}`, amount)
    if (kind === 'collection_credited') add(`float:${payment?.network}`, -amount)
  }
  return sums
}

/** The close of every day that is over, from the first line on. */
async function compareCloses(ports: Recomputable, facts: Facts, lines: readonly Line[]): Promise<void> {
  const nowMs = ports.clock.nowMs()
  const firstMs = Math.min(...lines.map(({ at }) => at), nowMs)
  for (let dateMs = dayOf(firstMs); dateMs + dayMs <= nowMs; dateMs += dayMs) {
    const toMs = dateMs + dayMs
    const isAfter = lines.every(({ at }) => at < dateMs) && toMs + dayMs <= nowMs
    // Nothing happens on most days of a long pause.
    if (isAfter && dateMs % (7 * dayMs) !== 0) continue
    const close = await closeDay(ports)({ dateMs })
    if (isRefusal(close)) throw new Error(close.message)
    const day = new Date(dateMs).toISOString().slice(0, 10)
    same(`the audit of ${day}`, close.audit.broken, 0)
    const ledger = close.balances.map(({ account, minor }) => ({ account, minor }))
    same(`the ledger of ${day}`, namedSums(ledger), sorted(ledgerAt(facts, lines, toMs)))
    same(`the operator's accounts of ${day}`, namedSums(close.operator), sorted(operatorAt(facts, lines, toMs)))
    const counted = (some: readonly Transaction[]) => {
      const groups = new Map<string, bigint>()
      for (const { network, kind, amountMinor } of some)
        for (const [name, minor] of [
          ['payments', 1n],
          ['minor', amountMinor],
        ] as const)
          groups.set(`${network} ${kind} ${name}`, (groups.get(`${network} ${kind} ${name}`) ?? 0n) + minor)
      return sorted(groups)
    }
    const told = (some: readonly { network: string; kind: string; payments: number; minor: bigint }[]) => {
      const groups = new Map<string, bigint>()
      for (const { network, kind, payments, minor } of some)
        for (const [name, value] of [
          ['payments', BigInt(payments)],
          ['minor', minor],
        ] as const)
          groups.set(`${network} ${kind} ${name}`, (groups.get(`${network} ${kind} ${name}`) ?? 0n) + value)
      return sorted(groups)
    }
    const paid = facts.payments.filter(
      (one) => one.state === 'succeeded' && one.updatedAtMs >= dateMs && one.updatedAtMs < toMs,
    )
    same(`what succeeded on ${day}`, told(close.succeeded), counted(paid))
    const open = facts.payments.filter(
      (one) => (one.state === 'submitting' || one.state === 'pending') && one.createdAtMs < toMs,
    )
    same(`what is open after ${day}`, told(close.open), counted(open))
  }
}

function plain({ availableMinor, heldMinor }: { readonly availableMinor: bigint; readonly heldMinor: bigint }) {
  return { available: availableMinor, held: heldMinor }
}

function namedSums(rows: readonly { readonly account: string; readonly minor: bigint }[]): string[] {
  return sorted(new Map(rows.map(({ account, minor }) => [account, minor])))
}

/** Without what is empty. */
function sorted(sums: ReadonlyMap<string, bigint>): string[] {
  return [...sums]
    .filter(([, minor]) => minor !== 0n)
    .map(([name, minor]) => `${name} ${minor}`)
    .sort()
}

const dayOf = (ms: number) => Math.floor(ms / dayMs) * dayMs

function same(subject: string, found: unknown, wanted: unknown): void {
  if (isDeepStrictEqual(found, wanted)) return
  const shown = (value: unknown) => JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}n` : part))
  if (Array.isArray(found) && Array.isArray(wanted)) {
    const [only, lacking] = [found.filter((one) => !wanted.includes(one)), wanted.filter((one) => !found.includes(one))]
    throw new Error(`${subject}: it has ${shown(only)}, and lacks ${shown(lacking)}`)
  }
  throw new Error(`${subject}: ${shown(found)}, not ${shown(wanted)}`)
}
