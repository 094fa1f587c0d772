import { expect } from 'chai'
import { type Action, changeKeys, perform } from '../model/acts.ts'
import { crash, newest, startRun } from '../model/sequence.ts'
import type { Fate } from '../model/stage/network.ts'
import { begin, type LiveRun, networkOf, type Stage, transactionsOf } from '../model/stage/stage.ts'
import { endAll, goOn, happen, type Play, request, waysOf } from './interleaving.ts'

const [minuteMs, hourMs] = [60_000, 3_600_000]

/** The only possible movements of the money of one payment. */
const ended = {
  settled: ['available to held, held to float:MTN'],
  released: ['available to held, held to available'],
  credited: ['float:MTN to available'],
  nothing: [''],
}

const sweep = (stage: Stage, { followUp }: LiveRun) => begin(stage, followUp.sweep)
const hint = (stage: Stage, { followUp }: LiveRun, transactionId: string) =>
  begin(stage, () => followUp.hint({ transactionId }))

/** A payment in doubt or pending, an hour old, and two runs of the process. */
async function opened(stage: Stage, kind: 'payout' | 'collection', fate: Fate) {
  request(stage, { kind, fate })
  await goOn(stage)
  startRun(stage, 'A')
  await goOn(stage)
  stage.clock.pass(hourMs)
  const [transaction] = await transactionsOf(stage)
  const [first, second] = stage.runs
  if (!transaction || !first || !second) throw new Error('nothing was opened')
  return { transaction, first, second }
}

/** Two runs ask about one payment at the same time, because of sweeps and callbacks, while its network ends it. */
function askedByTwo(kind: 'payout' | 'collection', end: 'executed' | 'declined', ways: string[]): Play {
  return async (stage) => {
    const { transaction, first, second } = await opened(stage, kind, 'acceptsSilently')
    void happen(stage, () => endAll(stage, end))
    for (const run of [first, second]) {
      sweep(stage, run)
      hint(stage, run, transaction.id)
    }
    await goOn(stage)
    hint(stage, second, transaction.id)
    await goOn(stage)
    expect(await waysOf(stage)).to.deep.equal(ways)
  }
}

const usual = { account: 0, pin: '4071', key: 0, from: 'office', times: 1 } as const

/** Lets an operator act, one act after the other, between the other steps. */
const operate = (stage: Stage, ...actions: Action[]) =>
  void happen(stage, ...actions.map((action) => () => perform(stage, action)))

async function anotherDay(stage: Stage): Promise<void> {
  for (let hours = 0; hours < 24; hours += 4) {
    stage.clock.pass(4 * hourMs)
    sweep(stage, newest(stage))
    await goOn(stage)
  }
}

/** The plays, by the facts that they show. */
export const plays = {
  oneReference: async (stage) => {
    for (const kind of ['payout', 'collection', 'payout'] as const) request(stage, { kind })
    await goOn(stage)
    expect(await transactionsOf(stage)).to.have.length(1)
  },
  oneBalance: async (stage) => {
    for (let order = 0; order < 6; order += 1) request(stage, { reference: `order-${order}` })
    operate(stage, { does: 'fund', account: 0, reference: 'out', amount: -3_000 })
    await goOn(stage)
    expect(await transactionsOf(stage)).to.have.length.within(3, 4)
  },
  wrongPins: async (stage) => {
    for (let guess = 0; guess < 7; guess += 1) request(stage, { reference: `order-${guess}`, pin: `000${guess}` })
    await goOn(stage)
    request(stage)
    await goOn(stage)
    expect(await transactionsOf(stage)).to.have.length(0)
  },
  settledOnce: askedByTwo('payout', 'executed', ended.settled),
  releasedOnce: askedByTwo('payout', 'declined', ended.released),
  creditedOnce: askedByTwo('collection', 'executed', ended.credited),
  creditedNever: askedByTwo('collection', 'declined', ended.nothing),
  callbackFirst: async (stage) => {
    request(stage)
    const callBack = async () => {
      const [transaction] = await transactionsOf(stage)
      await endAll(stage, 'executed')
      if (transaction) hint(stage, newest(stage), transaction.id)
    }
    void happen(stage, ...Array.from({ length: 6 }, () => callBack))
    await goOn(stage)
    await endAll(stage, 'executed')
    await anotherDay(stage)
    expect(await waysOf(stage)).to.deep.equal(ended.settled)
  },
  successAfterDoubt: async (stage) => {
    const network = networkOf(stage, 'MTN')
    request(stage, { fate: 'succeedsLate' })
    void happen(stage, () => network.answers('silence'))
    void happen(
      stage,
      () => stage.clock.pass(50_000),
      () => stage.clock.pass(20_000),
      () => network.answers('truth'),
      () => stage.clock.pass(hourMs),
    )
    sweep(stage, newest(stage))
    await goOn(stage)
    network.answers('truth')
    await anotherDay(stage)
    expect((await waysOf(stage))[0]).to.be.oneOf([...ended.settled, ...ended.released])
  },
  stalled: async (stage) => {
    const stalled = newest(stage)
    request(stage, { fate: 'succeeds' })
    startRun(stage, 'A')
    const { followUp } = newest(stage)
    const stall = (isStalled: boolean) => () => Object.assign(stalled, { isStalled })
    begin(stage, async () => {
      await happen(stage, stall(true))
      for (let hours = 0; hours < 7; hours += 1) {
        await happen(stage, () => stage.clock.pass(hourMs))
        await followUp.sweep()
      }
      await happen(stage, stall(false))
    })
    await goOn(stage)
    await anotherDay(stage)
    for (const way of await waysOf(stage)) expect(way).to.be.oneOf([...ended.settled, ...ended.released])
  },
  decided: async (stage) => {
    const { transaction, first, second } = await opened(stage, 'payout', 'losesRequest')
    sweep(stage, first)
    hint(stage, second, transaction.id)
    for (const about of [0, 0]) operate(stage, { does: 'decide', about })
    sweep(stage, second)
    await goOn(stage)
    expect(await waysOf(stage)).to.deep.equal(ended.released)
  },
  refundedAtOnce: async (stage) => {
    request(stage, { kind: 'collection', amount: 1_000, fate: 'succeeds' })
    await goOn(stage)
    startRun(stage, 'A')
    const half = {
      does: 'refund',
      about: 0,
      isOfNew: false,
      isByOther: false,
      amount: 500,
      ...usual,
      turns: 0,
    } as const
    for (let order = 0; order < 5; order += 1) {
      const fate = order === 0 ? 'declines' : 'acceptsSilently'
      begin(stage, () => perform(stage, { ...half, reference: `back-${order}`, fate }))
    }
    await goOn(stage)
    const refunds = (await transactionsOf(stage)).filter(({ kind, state }) => kind === 'refund' && state !== 'failed')
    expect(refunds).to.have.length.within(1, 2)
  },
  oneLink: async (stage) => {
    const link = { account: 0, reference: 'link-0', amount: 1_000, uses: 1, lastsMs: hourMs } as const
    await perform(stage, { does: 'makeLink', ...link })
    startRun(stage, 'A')
    const sent = { about: 0, network: 'MTN', times: 1, turns: 0 } as const
    for (const [form, number, fate] of [
      [0, 0, 'declines'],
      [0, 1, 'succeeds'],
      [1, 0, 'acceptsSilently'],
      [2, 2, 'losesRequest'],
      [2, 2, 'losesRequest'],
    ] as const)
      begin(stage, () => perform(stage, { does: 'payLink', ...sent, form, number, fate }))
    operate(stage, { does: 'endLink', about: 0 }, { does: 'change', account: 0, change: 'close' })
    await goOn(stage)
    const taken = (await transactionsOf(stage)).filter(({ state }) => state !== 'failed')
    expect(taken).to.have.length.within(0, 1)
  },
  sharedBatch: async (stage) => {
    const lines = (['succeeds', 'acceptsSilently', 'declines', 'losesRequest'] as const).map(
      (fate, index) =>
        ({ reference: `order-${fate}`, amount: 1_000, network: 'MTN', number: index % 3, fate, flaw: 'none' }) as const,
    )
    const batch = { reference: 'salaries', flaw: 'none', isPartial: false, lines, turns: 1_000 } as const
    await perform(stage, { does: 'batch', ...usual, ...batch })
    await goOn(stage)
    const changed = { does: 'changeBatch', about: 0, key: 0 } as const
    await perform(stage, { ...changed, change: 'approve', isByOperator: true })
    startRun(stage, 'A')
    for (const { paying } of [...stage.runs, ...stage.runs]) begin(stage, paying.sweep)
    request(stage, { reference: 'order-1', amount: 500 })
    const changes = ['pause', 'resume', 'cancel'] as const
    operate(stage, ...changes.map((change) => ({ ...changed, change, isByOperator: false })))
    await goOn(stage)
  },
  changed: async (stage) => {
    const till = { account: 0, about: 1, name: 'till', scopes: 'all', lastsMs: null, isOfOffice: false } as const
    await changeKeys(stage, { ...till, deed: 'create' })
    for (const kind of ['payout', 'collection'] as const) request(stage, { kind, reference: kind })
    request(stage, { reference: 'till', key: 1 })
    void happen(stage, () => changeKeys(stage, { ...till, deed: 'revoke' }))
    const changes = ['otherPin', 'apiAccess', 'mend', 'close'] as const
    operate(stage, ...changes.map((change) => ({ does: 'change', account: 0, change }) as const))
    await goOn(stage)
  },
  crashed: async (stage) => {
    for (const fate of ['succeeds', 'acceptsSilently', 'declines', 'losesRequest'] as const) {
      request(stage, { fate, reference: fate, amount: 1_000 })
    }
    const again = async () => {
      stage.clock.pass(minuteMs)
      await crash(stage, 'A')
      sweep(stage, newest(stage))
      request(stage, { reference: 'succeeds', amount: 1_000, fate: 'succeeds' })
    }
    void happen(stage, again, again)
    await goOn(stage)
  },
} as const satisfies Record<string, Play>

/** The name of a play. */
export type PlayName = keyof typeof plays
