import type { Transaction } from '../../../../core/sente.ts'
import { keyAt } from '../judges/modelKeys.ts'
import type { ModelAccount } from '../judges/modelRules.ts'
import { beginBatch, beginRequest } from '../runs.ts'
import type { Sequence } from '../sequence.ts'
import { begin, networkOf, type Stage } from '../stage/stage.ts'
import { type Action, type Pause, usualRequest } from './action.ts'
import { beginLinked, withLinks } from './links.ts'
import { operate } from './operate.ts'

type Acts = {
  readonly [Does in Action['does']]: (sequence: Sequence, action: Extract<Action, { does: Does }>) => unknown
}

/** How each action is performed. */
const acts: Acts = {
  request: async (sequence, action) => {
    for (let time = 0; time < action.times; time += 1) {
      const actor = beginRequest(sequence.stage, sequence.newest(), requestOf(sequence.stage, action))
      await sequence.giveTurns(action.turns, actor)
    }
  },
  refund: async (sequence, action) => {
    const { about, isOfNew, times, turns } = action
    const sale = `sale-${about}`
    const collection = { kind: 'collection', reference: sale, amount: 1_000, fate: 'succeeds' } as const
    if (isOfNew) await acts.request(sequence, { ...usualRequest, ...collection })
    const found = (await sequence.transactions()).filter(({ kind }) => kind === 'collection')
    const refunded = found.find(({ reference }) => isOfNew && reference === sale) ?? found[about % (found.length + 1)]
    for (let time = 0; time < times; time += 1) {
      // The last repeats the one before it.
      const reference = `${action.reference}-${Math.min(time, 2)}`
      const order = refundOf(sequence.stage, { ...action, reference }, refunded)
      await sequence.giveTurns(turns, beginRequest(sequence.stage, sequence.newest(), order))
    }
  },
  batch: async (sequence, action) => {
    const { stage } = sequence
    for (const { reference, fate } of action.lines)
      stage.fates.set(`${stage.accountIds[action.account]} ${reference}`, fate)
    for (let time = 0; time < action.times; time += 1) {
      const actor = beginBatch(stage, sequence.newest(), batchOf(stage, action))
      await sequence.giveTurns(action.turns, actor)
    }
  },
  makeLink: ({ stage }, action) => withLinks(stage).create(action),
  payLink: async (sequence, action) => {
    for (let time = 0; time < action.times; time += 1) {
      // Each time by another form, and asking another phone; the last is sent again in its turn.
      const sent = { ...action, form: action.form + time, number: (action.number + time) % 3 }
      const actor = beginLinked(sequence.stage, sequence.newest(), sent)
      if (actor) await sequence.giveTurns(action.turns, actor)
    }
  },
  endLink: ({ stage }, action) => withLinks(stage).end(action),
  payBatches: async (sequence, { rounds, turns }) => {
    const { paying, payer } = sequence.newest()
    for (let round = 0; round < rounds; round += 1) {
      begin(sequence.stage, paying.sweep)
      await sequence.giveTurns(turns, payer)
    }
  },
  changeBatch: async ({ stage }, { about, ...given }) => {
    const ids = [...stage.model.batches.all.keys()]
    const batchId = ids[about % ids.length]
    if (batchId !== undefined) await operate(stage).changeBatch({ ...given, batchId })
  },
  sweep: (sequence, { turns }) => {
    const { followUp, actor } = sequence.newest()
    begin(sequence.stage, followUp.sweep)
    return sequence.giveTurns(turns, actor)
  },
  hint: async (sequence, { about, turns }) => {
    const transactions = await sequence.transactions()
    hint(sequence, transactions[about % (transactions.length + 1)]?.id ?? 'forged')
    await sequence.giveTurns(turns, sequence.newest().actor)
  },
  guess: async (sequence, { account, times, rounds }) => {
    for (let round = 1; round <= rounds; round += 1) {
      const payout = { ...usualRequest, account, amount: 500, reference: `guess-${times}-${round}` }
      await acts.request(sequence, { ...payout, pin: '9999', times })
      await acts.request(sequence, payout)
    }
  },
  giveTurns: async (sequence, { picks }) => {
    for (const pick of picks) await sequence.giveTurn(pick)
  },
  giveAllTurns: (sequence) => sequence.giveTurns(Number.POSITIVE_INFINITY),
  followUp: async (sequence, { rounds, pauseMs, after }) => {
    for (let round = 0; round < rounds; round += 1) {
      await pauses[after](sequence, pauseMs)
      const { followUp, actor } = sequence.newest()
      begin(sequence.stage, followUp.sweep)
      await sequence.giveTurns(Number.POSITIVE_INFINITY, actor)
    }
  },
  networkEnds: async (sequence, { about, end, calls }) => {
    const { stage } = sequence
    const open = (await sequence.transactions()).filter(
      ({ network, providerId }) => networkOf(stage, network).truth(providerId) === 'open',
    )
    const ended = open[about % open.length]
    if (!ended || !networkOf(stage, ended.network).end(ended.providerId, end)) return
    if (end === 'forgotten') stage.mistaken.add(ended.id)
    for (let call = 0; call < calls; call += 1) hint(sequence, ended.id)
  },
  networkAnswers: ({ stage }, { network, mode }) => networkOf(stage, network).answers(mode),
  timePasses: ({ stage }, { ms, isAsleep }) => stage.clock.pass(ms, isAsleep),
  clockJumps: ({ stage }, { ms }) => stage.clock.jump(ms),
  crash: (sequence, { config }) => sequence.crash(config),
  startBeside: (sequence) => sequence.startBeside(sequence.newest().config),
  fund: ({ stage }, action) => operate(stage).fund(action),
  change: ({ stage }, action) => operate(stage).change(action),
  decide: async (sequence, { about }) => {
    const transactions = await sequence.transactions()
    const chosen = transactions[about % transactions.length]
    if (chosen) await operate(sequence.stage).decide(chosen)
  },
  changeKeys: async (sequence, action) => {
    const { stage } = sequence
    const { account, about, use, from, turns, isLate, lastsMs } = action
    await operate(stage).changeKeys(action)
    const key = (stage.model.accounts[account]?.issued.length ?? 1) - 1
    const order = { ...usualRequest, amount: 500, reference: `order-${about}`, account, key, from, turns }
    if (use === 'payout') await acts.request(sequence, order)
    else await acts.batch(sequence, { ...order, does: 'batch', isPartial: true, lines: [{ ...order, number: 0 }] })
    if (isLate && lastsMs !== null) stage.clock.pass(lastsMs)
  },
  decideLine: ({ stage }, action) => operate(stage).decideLine(action),
}

/** What one clock or the other may take for a pause. */
const pauses: Record<Pause, (sequence: Sequence, ms: number) => void | Promise<void>> = {
  time: ({ stage }, ms) => stage.clock.pass(ms),
  sleep: ({ stage }, ms) => stage.clock.pass(ms, true),
  jump: ({ stage }, ms) => stage.clock.jump(ms),
  jumpAndCrash: ({ stage, crash, newest }, ms) => {
    stage.clock.jump(ms)
    return crash(newest().config)
  },
}

/** Performs one action. Throws when that breaks a rule. */
export async function perform(sequence: Sequence, action: Action): Promise<void> {
  const act: (sequence: Sequence, action: never) => unknown = acts[action.does]
  await act(sequence, action as never)
}

function hint({ stage, newest }: Sequence, transactionId: string): void {
  begin(stage, () => newest().followUp.hint({ transactionId }))
}

/** A refund of a collection by its merchant, or by the other one; of none where there is none. */
function refundOf(
  { model, accountIds }: Stage,
  { reference, amount, pin, fate, key, from, isByOther }: Extract<Action, { does: 'refund' }>,
  collection: Transaction | undefined,
) {
  const owner = collection ? accountIds.indexOf(collection.accountId) : 0
  const { secretKey, apikey } = keysOf(model.accounts[isByOther ? 1 - owner : owner], key)
  const { id = 'none', network = 'MTN', phoneNumber = '256770000001' } = collection ?? {}
  const asked = { kind: 'refund', collection: id, reference, amount, pin } as const
  return {
    fate,
    request: { ...asked, phoneNumber, currency: 'UGX', network, secretKey, from, apikey },
  }
}

function batchOf({ model }: Stage, action: Extract<Action, { does: 'batch' }>) {
  const { account, reference, pin, flaw, from, isPartial } = action
  const keys = keysOf(model.accounts[account], action.key)
  const lines = action.lines.map((line) => ({
    reference: line.reference,
    amount: line.amount,
    phoneNumber: line.flaw === 'phoneNumber' ? '254770000001' : `25677000000${line.number}`,
    currency: 'UGX',
    network: line.flaw === 'network' ? 'VODACOM' : line.network,
  }))
  const secretKey = flaw === 'secretKey' ? 'unknown' : keys.secretKey
  return { reference, pin, isPartial, lines, secretKey, from, apikey: flaw === 'apikey' ? keys.secretKey : keys.apikey }
}

function keysOf(account: ModelAccount | undefined, place: number) {
  return { secretKey: account ? keyAt(account, place).secret : '', apikey: account?.keys.public ?? '' }
}

function requestOf({ model }: Stage, action: Extract<Action, { does: 'request' }>) {
  const { kind, reference, amount, pin, flaw, from, fate } = action
  const keys = keysOf(model.accounts[action.account], action.key)
  const phoneNumber = flaw === 'phoneNumber' ? '254770000001' : '256770000001'
  return {
    fate,
    request: {
      kind,
      reference,
      amount,
      pin,
      phoneNumber,
      from,
      secretKey: flaw === 'secretKey' ? 'unknown' : keys.secretKey,
      apikey: flaw === 'apikey' ? keys.secretKey : keys.apikey,
      currency: flaw === 'currency' ? 'KES' : 'UGX',
      network: flaw === 'network' ? 'VODACOM' : action.network,
    },
  }
}
