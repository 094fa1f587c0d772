import {
  closeDay,
  type Decision,
  erasePersonalData,
  fundAccount,
  isFinal,
  isRefusal,
  listFloat,
  moveOperatorMoney,
  resolveTransaction,
  type Transaction,
  withdrawFunds,
} from '../../../../core/sente.ts'
import { merchantAt, paymentsOf, type Stage } from '../stage/stage.ts'
import { keyOf, type NetworkName, phoneNumberOf, type Request } from '../stage/world.ts'
import { because, by, type Choice, type Deeds, hourMs } from './act.ts'

/** The operator's decisions, and moves of money. */
export const operatorDeeds = {
  async decide(stage: Stage, { about }: Choice) {
    const waiting = (await paymentsOf(stage)).filter(({ attention }) => attention !== null)
    const one = waiting[about % Math.max(1, waiting.length)]
    if (one) await decideTruly(stage, one)
  },
  async erase({ ports }: Stage, { about }: Choice) {
    await erasePersonalData(ports)({ phoneNumber: phoneNumberOf(about), by, because: 'they asked for it' })
  },
  async funding(stage: Stage, { who, about, amount, network, choice }: Choice) {
    await order(stage, {
      ...{
        operation: 'funding',
        who,
        reference: `${choice % 3 === 0 ? 'out' : 'in'}-${about % 8}`,
        amount: 1 + amount * 7,
      },
      ...{ network, number: 0, of: '', lines: [] },
    })
  },
  async move(stage: Stage, { about, amount, network, choice }: Choice) {
    await order(stage, {
      ...{
        operation: 'move',
        who: 0,
        reference: `move-${about % 8}`,
        amount: 1 + amount * 11,
        network,
        number: choice % 3,
      },
      ...{ of: '', lines: [] },
    })
  },
  async gather({ ports }: Stage) {
    while (await ports.operatorMoney.gather());
    await listFloat(ports)()
  },
  async closeDay({ ports, world }: Stage) {
    const dateMs = Math.floor(world.clock.nowMs() / (24 * hourMs) - 1) * 24 * hourMs
    const close = await closeDay(ports)({ dateMs })
    if (!isRefusal(close) && !close.audit.ok) throw new Error('a close finds the books damaged')
  },
} satisfies Deeds

/** Moves the operator's money under a reference; a used one repeats the same move. */
export async function order(stage: Stage, fresh: Request): Promise<void> {
  const { ports, world } = stage
  const request = world.asked.get(keyOf(fresh)) ?? fresh
  world.asked.set(keyOf(request), request)
  const { who, reference, amount, network, number, operation } = request
  const { id: accountId } = merchantAt(stage, who)
  if (operation === 'funding') {
    const funding = { by, accountId, currency: 'UGX', amount, reference }
    await (reference.startsWith('out') ? withdrawFunds(ports)({ ...funding, because }) : fundAccount(ports)(funding))
    return
  }
  const [disbursement, collection] = [`float:${network}:disbursement`, `float:${network}:collection`]
  const moves = [
    { kind: 'top_up', from: 'bank', to: disbursement },
    { kind: 'liquidate', from: collection, to: 'bank' },
    { kind: 'adjust', from: disbursement, to: 'fees_paid' },
  ] as const
  const move = moves[number % 3] ?? moves[0]
  await moveOperatorMoney(ports)({ ...move, currency: 'UGX', amount, reference, by, because })
}

/** Decides about a payment by its network's portal. */
export async function decideTruly(stage: Stage, payment: Transaction): Promise<void> {
  const end = trueEnd(stage, payment)
  if (!end) return
  stage.decided.add(payment.id)
  await resolveTransaction(stage.ports)({ transactionId: payment.id, end, by, because })
}

/** The end of a payment in its network's portal now, as a decision; undefined if there is nothing to decide. */
export function trueEnd({ world }: Stage, { network, providerId, state }: Transaction): Decision['end'] | undefined {
  const truth = world.networks[network as NetworkName].truth(providerId) ?? 'void'
  if (isFinal(state)) {
    if (state !== 'succeeded' || truth !== 'executed') return undefined
    return world.takenBack.has(providerId) ? 'taken_back' : 'stands'
  }
  if (truth === 'open') return undefined
  return truth === 'executed' ? 'succeeded' : 'failed'
}
