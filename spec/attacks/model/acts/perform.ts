import { beginRequest } from '../runs.ts'
import type { Sequence } from '../sequence.ts'
import { begin, networkOf, type Stage } from '../stage/stage.ts'
import { type Action, type Pause, usualRequest } from './action.ts'
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

function requestOf({ model }: Stage, action: Extract<Action, { does: 'request' }>) {
  const { kind, reference, amount, pin, flaw, fate } = action
  const keys = model.accounts[action.account]?.keys ?? { secret: '', public: '' }
  const phoneNumber = flaw === 'phoneNumber' ? '254770000001' : '256770000001'
  return {
    fate,
    request: {
      kind,
      reference,
      amount,
      pin,
      phoneNumber,
      secretKey: flaw === 'secretKey' ? 'unknown' : keys.secret,
      apikey: flaw === 'apikey' ? keys.secret : keys.public,
      currency: flaw === 'currency' ? 'KES' : 'UGX',
      network: flaw === 'network' ? 'VODACOM' : action.network,
    },
  }
}
