import { beginRequest } from '../runs.ts'
import type { Sequence } from '../sequence.ts'
import { begin, networkOf, type World } from '../world/world.ts'
import { type Action, type Pause, usualRequest } from './action.ts'
import { operate } from './operate.ts'

type Acts = {
  readonly [Does in Action['does']]: (sequence: Sequence, action: Extract<Action, { does: Does }>) => unknown
}

/** How each action is performed. */
const acts: Acts = {
  request: async (sequence, action) => {
    for (let time = 0; time < action.times; time += 1) {
      const actor = beginRequest(sequence.world, sequence.newest(), requestOf(sequence.world, action))
      await sequence.giveTurns(action.turns, actor)
    }
  },
  sweep: (sequence, { turns }) => {
    const { followUp, actor } = sequence.newest()
    begin(sequence.world, followUp.sweep)
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
      begin(sequence.world, followUp.sweep)
      await sequence.giveTurns(Number.POSITIVE_INFINITY, actor)
    }
  },
  networkEnds: async (sequence, { about, end, calls }) => {
    const { world } = sequence
    const open = (await sequence.transactions()).filter(
      ({ network, providerId }) => networkOf(world, network).truth(providerId) === 'open',
    )
    const ended = open[about % open.length]
    if (!ended || !networkOf(world, ended.network).end(ended.providerId, end)) return
    if (end === 'forgotten') world.mistaken.add(ended.id)
    for (let call = 0; call < calls; call += 1) hint(sequence, ended.id)
  },
  networkAnswers: ({ world }, { network, mode }) => networkOf(world, network).answers(mode),
  timePasses: ({ world }, { ms, isAsleep }) => world.clock.pass(ms, isAsleep),
  clockJumps: ({ world }, { ms }) => world.clock.jump(ms),
  crash: (sequence, { config }) => sequence.crash(config),
  startBeside: (sequence) => sequence.startBeside(sequence.newest().config),
  fund: ({ world }, action) => operate(world).fund(action),
  change: ({ world }, action) => operate(world).change(action),
  decide: async (sequence, { about }) => {
    const transactions = await sequence.transactions()
    const chosen = transactions[about % transactions.length]
    if (chosen) await operate(sequence.world).decide(chosen)
  },
}

/** What one clock or the other may take for a pause. */
const pauses: Record<Pause, (sequence: Sequence, ms: number) => void | Promise<void>> = {
  time: ({ world }, ms) => world.clock.pass(ms),
  sleep: ({ world }, ms) => world.clock.pass(ms, true),
  jump: ({ world }, ms) => world.clock.jump(ms),
  jumpAndCrash: ({ world, crash, newest }, ms) => {
    world.clock.jump(ms)
    return crash(newest().config)
  },
}

/** Performs one action. Throws when that breaks a rule. */
export async function perform(sequence: Sequence, action: Action): Promise<void> {
  const act: (sequence: Sequence, action: never) => unknown = acts[action.does]
  await act(sequence, action as never)
}

function hint({ world, newest }: Sequence, transactionId: string): void {
  begin(world, () => newest().followUp.hint(transactionId))
}

function requestOf({ model }: World, action: Extract<Action, { does: 'request' }>) {
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
