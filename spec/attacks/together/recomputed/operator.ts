import { closeDay, isRefusal, listFloat, type Transaction } from '../../../../core/sente.ts'
import { balanceOf } from './balances.ts'
import { currency, dayMs, dayOf, type Facts, type Line, namedSums, type Recomputable, same, sorted } from './facts.ts'
import { signs, statementOf } from './statements.ts'

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
  same('fundings without a line', fundings.length, lines.filter(({ kind }) => kind.startsWith('balance_')).length)
  return sums
}

/** The operator's money, debts and earnings. */
export async function compareFloat(ports: Recomputable, facts: Facts): Promise<void> {
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
  same('the amount owed', sum(owed), owedMinor)
  same('the fees earned', sum(earned), earnedMinor)
  same('all accounts together', sum(ofUgx), owedMinor + earnedMinor)
  const open = facts.payments.filter(
    ({ kind, state }) => kind !== 'collection' && (state === 'submitting' || state === 'pending'),
  )
  for (const { network, account, heldMinor } of floats.filter(({ product }) => product === 'disbursement'))
    same(
      `the amount that open payouts take from ${account}`,
      heldMinor,
      open.filter((one) => one.network === network).reduce((minor, { amountMinor }) => minor + amountMinor, 0n),
    )
}

/** By ledger account, the kinds of lines that add to it and that take from it, over all merchants. */
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
export async function compareCloses(ports: Recomputable, facts: Facts, lines: readonly Line[]): Promise<void> {
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
    const reported = (some: readonly { network: string; kind: string; payments: number; minor: bigint }[]) => {
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
    same(`the payments that succeeded on ${day}`, reported(close.succeeded), counted(paid))
    const open = facts.payments.filter(
      (one) => (one.state === 'submitting' || one.state === 'pending') && one.createdAtMs < toMs,
    )
    same(`the payments open after ${day}`, reported(close.open), counted(open))
  }
}
