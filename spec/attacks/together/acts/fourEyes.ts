import {
  approveProposal,
  type Change,
  findProposal,
  isRefusal,
  makeChange,
  type Proposal,
  rejectProposal,
} from '../../../../core/sente.ts'
import { merchantAt, paymentsOf, type Stage } from '../stage/stage.ts'
import type { MoneyMoved } from '../stage/world.ts'
import { because, by, type Choice, type Deeds } from './act.ts'
import { trueEnd } from './operators.ts'

/** The operator who approves another's proposals. */
const second = 'moses'

/** Changes that take two people, all above the amount for one person. */
export const fourEyesDeeds = {
  async propose(stage: Stage, choice: Choice) {
    const change = await changeOf(stage, choice)
    if (change) await propose(stage, change)
  },
  async approve(stage: Stage, { about, choice }: Choice) {
    const number = await oneOf(stage, about)
    if (number !== undefined) await approve(stage, number, choice % 4 === 0 ? by : second)
  },
  /** Its proposer, or another operator, gives it up. */
  async withdraw(stage: Stage, { about, choice }: Choice) {
    const number = await oneOf(stage, about)
    if (number !== undefined) await withdraw(stage, number, choice % 2 === 0 ? by : second)
  },
} satisfies Deeds

/**
 * Money into or out of an account, or between the operator's own accounts, under a reference of its own; or the end of
 * a payment.
 */
async function changeOf(stage: Stage, { who, about, amount, choice, network }: Choice): Promise<Change | undefined> {
  const { id: accountId } = merchantAt(stage, who)
  const own = { currency: 'UGX', amount: 6_001 + amount }
  const kind = (['account.fund', 'account.withdraw', 'float.move', 'transaction.resolve'] as const)[choice % 4]
  if (kind === 'account.fund' || kind === 'account.withdraw')
    return asFirst(stage, { kind, request: { ...own, accountId, reference: `two-${kind}-${about % 3}` } })
  if (kind === 'float.move') {
    const [from, to] = ['bank', `float:${network}:disbursement`]
    const request = { ...own, kind: 'top_up', from, to, reference: `two-move-${about % 3}` } as const
    return asFirst(stage, { kind, request })
  }
  const waiting = (await paymentsOf(stage)).filter(({ attention }) => attention !== null)
  const payment = waiting[about % Math.max(1, waiting.length)]
  const end = payment && trueEnd(stage, payment)
  return end ? { kind: 'transaction.resolve', request: { transactionId: payment.id, end } } : undefined
}

/** The change under a reference, which is always the same. */
function asFirst({ world }: Stage, change: MoneyMoved): MoneyMoved {
  const first = world.proposed.get(keyOfMoved(change)) ?? change
  world.proposed.set(keyOfMoved(change), first)
  return first
}

function keyOfMoved({ kind, request }: MoneyMoved): string {
  return `${kind} ${'accountId' in request ? request.accountId : ''} ${request.reference}`
}

async function propose(stage: Stage, change: Change): Promise<Proposal> {
  const asProposal = change.kind === 'transaction.resolve'
  const answer = await makeChange(stage.ports)({ change, asProposal, by, because })
  if (isRefusal(answer)) throw new Error(answer.message)
  if (!('proposal' in answer)) throw new Error(`${change.kind} was made by one person`)
  stage.proposals.made.add(answer.proposal.proposed.number)
  return answer.proposal
}

/** Mostly one that nobody has ended; otherwise any made on these books, or before they went back. */
async function oneOf({ ports, proposals }: Stage, about: number): Promise<number | undefined> {
  const waiting = (await ports.actions.notEnded('proposal.make')).map(({ number }) => number)
  const all = [...new Set([...proposals.made, ...waiting])].sort((one, other) => one - other)
  const some = about % 4 === 0 || waiting.length === 0 ? all : waiting
  return some[about % Math.max(1, some.length)]
}

/** The second person looks at the payment, too, and approves only its true end. */
async function approve(stage: Stage, number: number, who: string): Promise<void> {
  const { ports, world, proposals, decided } = stage
  const found = await findProposal(ports)({ proposal: number })
  if (isRefusal(found)) throw new Error(found.message)
  const { change } = found.proposal
  if (change.kind === 'transaction.resolve') {
    const payment = await ports.books.transaction(change.request.transactionId)
    if (!payment || trueEnd(stage, payment) !== change.request.end) return withdraw(stage, number, second)
  }
  const answer = await approveProposal(ports)({ proposal: number, by: who })
  if (isRefusal(answer)) return
  const why = wrongly(stage, number, who)
  if (why) throw new Error(`proposal ${number} was approved, ${why}`)
  proposals.ended.set(number, 'approved')
  world.acted.approved += 1
  if (change.kind === 'transaction.resolve') decided.add(change.request.transactionId)
  if (!isMoved(change)) return
  world.approved.add(keyOfMoved(change))
  proposals.moved.add(keyOfMoved(change))
}

/** The reason why a proposal may not be approved, by the history of these books. */
function wrongly({ proposals }: Stage, number: number, who: string): string | undefined {
  if (who === by) return 'by who had proposed it'
  if (proposals.ended.has(number)) return `after it was ${proposals.ended.get(number)}`
  return proposals.made.has(number) ? undefined : 'and is from before the books went back'
}

async function withdraw({ ports, world, proposals }: Stage, number: number, who: string): Promise<void> {
  const answer = await rejectProposal(ports)({ proposal: number, by: who, because })
  if (isRefusal(answer)) return
  if (!proposals.made.has(number) || proposals.ended.has(number))
    throw new Error(`proposal ${number} was withdrawn, and was over`)
  proposals.ended.set(number, 'withdrawn')
  world.acted.withdrawn += 1
}

function isMoved(change: Change): change is MoneyMoved {
  return change.kind === 'account.fund' || change.kind === 'account.withdraw' || change.kind === 'float.move'
}

/** No proposal from before the books went back can be approved. */
export async function approveNothingOutdated(stage: Stage): Promise<void> {
  for (const { number } of await stage.ports.actions.notEnded('proposal.make')) {
    await approve(stage, number, second)
    stage.world.acted.outdated += 1
  }
}

/** Proposes forgotten changes once more, and approves them if possible. */
export async function proposeForgotten(stage: Stage): Promise<void> {
  const made = await movedByTwo(stage)
  for (const key of stage.world.approved) {
    const change = stage.world.proposed.get(key)
    if (change && !made.has(key)) await approve(stage, (await propose(stage, change)).proposed.number, second)
  }
}

/** After each act: every change for two people was approved as proposed, and every approved one was made. */
export async function keepFourEyes(stage: Stage): Promise<void> {
  const { world, proposals } = stage
  const made = await movedByTwo(stage)
  for (const [key, amountMinor] of made) {
    if (!world.approved.has(key)) throw new Error(`${key} was made, and nobody has approved it`)
    const { amount } = world.proposed.get(key)?.request ?? {}
    if (BigInt(amount ?? 0) !== amountMinor) throw new Error(`${key} was made with ${amountMinor}, not ${amount}`)
  }
  for (const key of proposals.moved) if (!made.has(key)) throw new Error(`${key} was approved, and is not made`)
}

/** The money moved by such changes, by their references. */
async function movedByTwo({ ports }: Stage): Promise<ReadonlyMap<string, bigint>> {
  const { fundings } = await ports.books.fundings({ limit: 10_000 })
  const moves = await ports.operatorMoney.moves({ limit: 10_000 })
  return new Map(
    [
      ...fundings.map((one) => [`account.${one.kind} ${one.accountId} ${one.reference}`, one.amountMinor] as const),
      ...moves.map((one) => [`float.move  ${one.reference}`, one.amountMinor] as const),
    ].filter(([key]) => / two-/.test(key)),
  )
}
