import { expect } from 'chai'
import { operate } from '../model/acts/operate.ts'
import { perform } from '../model/acts/perform.ts'
import type { Fate } from '../model/stage/honestNetwork.ts'
import { begin, networkOf } from '../model/stage/stage.ts'
import type { Interleaving, Play } from './interleaving.ts'

const [minuteMs, hourMs] = [60_000, 3_600_000]

/** The only ways in which the money of one payment moves. */
const ended = {
  settled: ['available to held, held to float:MTN'],
  released: ['available to held, held to available'],
  credited: ['float:MTN to available'],
  nothing: [''],
}

/** A payment in doubt or pending, an hour old, and two runs of the process. */
async function opened(scene: Interleaving, kind: 'payout' | 'collection', fate: Fate) {
  scene.request({ kind, fate })
  await scene.goOn()
  scene.startBeside('A')
  await scene.goOn()
  scene.stage.clock.pass(hourMs)
  const [transaction] = await scene.transactions()
  const [first, second] = scene.runs
  if (!transaction || !first || !second) throw new Error('nothing was opened')
  return { transaction, first, second }
}

/** Two runs ask about one payment at the same time, because of sweeps and callbacks, while its network ends it. */
function askedByTwo(kind: 'payout' | 'collection', end: 'executed' | 'declined', ways: string[]): Play {
  return async (scene) => {
    const { transaction, first, second } = await opened(scene, kind, 'acceptsSilently')
    void scene.happen(() => scene.networkEnds(end))
    for (const run of [first, second]) {
      scene.sweep(run)
      scene.hint(run, transaction.id)
    }
    await scene.goOn()
    scene.hint(second, transaction.id)
    await scene.goOn()
    expect(await scene.ways()).to.deep.equal(ways)
  }
}

const usualKey = { key: 0, from: 'office' } as const

/** Begins a refund of a half of the collection that there is. */
function refund(scene: Interleaving, reference: string, fate: Fate): void {
  const asked = {
    about: 0,
    isOfNew: false,
    isByOther: false,
    amount: 500,
    pin: '4071',
    ...usualKey,
    times: 1,
    turns: 0,
  }
  void perform(scene, { ...asked, does: 'refund', reference, fate })
}

const usualBatch = {
  does: 'batch',
  account: 0,
  reference: 'salaries',
  pin: '4071',
  flaw: 'none',
  ...usualKey,
  isPartial: false,
  times: 1,
  turns: 1_000,
} as const

/** A line of a batch, to one of some phone numbers. */
function lineOf(fate: Fate, number: number) {
  return { reference: `order-${fate}`, amount: 1_000, network: 'MTN', number, fate, flaw: 'none' } as const
}

async function anotherDay(scene: Interleaving): Promise<void> {
  for (let hours = 0; hours < 24; hours += 4) {
    scene.stage.clock.pass(4 * hourMs)
    scene.sweep(scene.newest())
    await scene.goOn()
  }
}

/** What is tried in every order, under the name of what it shows. */
export const plays = {
  oneReference: async (scene) => {
    for (const kind of ['payout', 'collection', 'payout'] as const) scene.request({ kind })
    await scene.goOn()
    expect(await scene.transactions()).to.have.length(1)
  },
  oneBalance: async (scene) => {
    for (let order = 0; order < 6; order += 1) scene.request({ reference: `order-${order}` })
    void scene.happen(() => operate(scene.stage).fund({ account: 0, reference: 'out', amount: -3_000 }))
    await scene.goOn()
    expect(await scene.transactions()).to.have.length.within(3, 4)
  },
  wrongPins: async (scene) => {
    for (let guess = 0; guess < 7; guess += 1) scene.request({ reference: `order-${guess}`, pin: `000${guess}` })
    await scene.goOn()
    scene.request()
    await scene.goOn()
    expect(await scene.transactions()).to.have.length(0)
  },
  settledOnce: askedByTwo('payout', 'executed', ended.settled),
  releasedOnce: askedByTwo('payout', 'declined', ended.released),
  creditedOnce: askedByTwo('collection', 'executed', ended.credited),
  creditedNever: askedByTwo('collection', 'declined', ended.nothing),
  callbackFirst: async (scene) => {
    scene.request()
    const callBack = async () => {
      const [transaction] = await scene.transactions()
      await scene.networkEnds('executed')
      if (transaction) scene.hint(scene.newest(), transaction.id)
    }
    void scene.happen(...Array.from({ length: 6 }, () => callBack))
    await scene.goOn()
    await scene.networkEnds('executed')
    await anotherDay(scene)
    expect(await scene.ways()).to.deep.equal(ended.settled)
  },
  successAfterDoubt: async (scene) => {
    const network = networkOf(scene.stage, 'MTN')
    scene.request({ fate: 'succeedsLate' })
    void scene.happen(() => network.answers('silence'))
    void scene.happen(
      () => scene.stage.clock.pass(50_000),
      () => scene.stage.clock.pass(20_000),
      () => network.answers('truth'),
      () => scene.stage.clock.pass(hourMs),
    )
    scene.sweep(scene.newest())
    await scene.goOn()
    network.answers('truth')
    await anotherDay(scene)
    expect((await scene.ways())[0]).to.be.oneOf([...ended.settled, ...ended.released])
  },
  stalled: async (scene) => {
    const { stage } = scene
    const stalled = scene.newest()
    let wake: () => void = () => undefined
    scene.request({ fate: 'succeeds' })
    scene.startBeside('A')
    const { followUp } = scene.newest()
    const stall = () => {
      stalled.stall = new Promise((resolve) => {
        wake = resolve
      })
    }
    begin(stage, async () => {
      await scene.happen(stall)
      for (let hours = 0; hours < 7; hours += 1) {
        await scene.happen(() => stage.clock.pass(hourMs))
        await followUp.sweep()
      }
      await scene.happen(() => wake())
    })
    await scene.goOn()
    await anotherDay(scene)
    for (const way of await scene.ways()) expect(way).to.be.oneOf([...ended.settled, ...ended.released])
  },
  decided: async (scene) => {
    const { transaction, first, second } = await opened(scene, 'payout', 'losesRequest')
    scene.sweep(first)
    scene.hint(second, transaction.id)
    void scene.happen(() => operate(scene.stage).decide(transaction))
    void scene.happen(() => operate(scene.stage).decide(transaction))
    scene.sweep(second)
    await scene.goOn()
    expect(await scene.ways()).to.deep.equal(ended.released)
  },
  refundedAtOnce: async (scene) => {
    scene.request({ kind: 'collection', amount: 1_000, fate: 'succeeds' })
    await scene.goOn()
    scene.startBeside('A')
    for (let order = 0; order < 5; order += 1)
      refund(scene, `back-${order}`, order === 0 ? 'declines' : 'acceptsSilently')
    await scene.goOn()
    const refunds = (await scene.transactions()).filter(({ kind, state }) => kind === 'refund' && state !== 'failed')
    expect(refunds).to.have.length.within(1, 2)
  },
  sharedBatch: async (scene) => {
    const lines = ['succeeds', 'acceptsSilently', 'declines', 'losesRequest'] as const
    await perform(scene, { ...usualBatch, lines: lines.map((fate, number) => lineOf(fate, number % 3)) })
    await scene.goOn()
    for (const batchId of scene.stage.model.batches.all.keys())
      await operate(scene.stage).changeBatch({ batchId, change: 'approve', isByOperator: true, key: 0 })
    scene.startBeside('A')
    for (const { paying } of [...scene.runs, ...scene.runs]) begin(scene.stage, paying.sweep)
    scene.request({ reference: 'order-1', amount: 500 })
    const change = (to: 'pause' | 'resume' | 'cancel') => async () => {
      for (const batchId of scene.stage.model.batches.all.keys())
        await operate(scene.stage).changeBatch({ batchId, change: to, isByOperator: false, key: 0 })
    }
    void scene.happen(change('pause'), change('resume'), change('cancel'))
    await scene.goOn()
  },
  changed: async (scene) => {
    const { changeKeys } = operate(scene.stage)
    const key = { about: 1, name: 'till', scopes: 'all', lastsMs: null, isOfOffice: false } as const
    await changeKeys({ ...key, account: 0, deed: 'create' })
    for (const kind of ['payout', 'collection'] as const) scene.request({ kind, reference: kind })
    scene.request({ reference: 'till', key: 1 })
    void scene.happen(() => changeKeys({ ...key, account: 0, deed: 'revoke' }))
    void scene.happen(
      () => operate(scene.stage).change({ account: 0, change: 'otherPin' }),
      () => operate(scene.stage).change({ account: 0, change: 'apiAccess' }),
      () => operate(scene.stage).change({ account: 0, change: 'mend' }),
      () => operate(scene.stage).change({ account: 0, change: 'close' }),
    )
    await scene.goOn()
  },
  crashed: async (scene) => {
    for (const fate of ['succeeds', 'acceptsSilently', 'declines', 'losesRequest'] as const) {
      scene.request({ fate, reference: fate, amount: 1_000 })
    }
    const again = async () => {
      scene.stage.clock.pass(minuteMs)
      await scene.crash('A')
      scene.sweep(scene.newest())
      scene.request({ reference: 'succeeds', amount: 1_000, fate: 'succeeds' })
    }
    void scene.happen(again, again)
    await scene.goOn()
  },
} as const satisfies Record<string, Play>

/** The name of a play. */
export type PlayName = keyof typeof plays
