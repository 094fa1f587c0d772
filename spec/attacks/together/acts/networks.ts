import { paysOut } from '../../../../core/sente.ts'
import type { Stage } from '../stage/stage.ts'
import { networkNames } from '../stage/world.ts'
import { type Choice, type Deeds, hourMs, minuteMs, secondMs } from './act.ts'

/** The acts of networks and clocks. */
export const networkDeeds = {
  /** Time passes, and the networks are asked. They answer truthfully, or not at all, or that they know nothing. */
  async sweep(stage: Stage, { choice, amount, about }: Choice) {
    const { world } = stage
    const mode = (['truth', 'truth', 'silence', 'forgets', 'otherAmount'] as const)[choice % 5] ?? 'truth'
    world.pass(mode === 'forgets' ? 16 * minuteMs : ([secondMs, minuteMs, 20 * minuteMs, 4 * hourMs][about % 4] ?? 0))
    world.forgets = mode === 'forgets'
    for (const name of networkNames) world.networks[name].answers(mode === 'forgets' ? 'truth' : mode)
    // Often enough that an unknown payment counts as never arrived.
    const rounds = mode === 'forgets' ? 6 : 1 + (amount % 3)
    for (let round = 0; round < rounds; round += 1) {
      await stage.sweep()
      world.pass(mode === 'forgets' ? 16 * minuteMs : 20 * secondMs)
    }
    world.forgets = false
    for (const name of networkNames) world.networks[name].answers('truth')
  },
  /** Ends the open payments of a network there. */
  async atNetwork({ world }: Stage, { network, about, choice }: Choice) {
    const all = world.networks[network].journal()
    const open = all.filter(({ known }) => known === 'pending')
    const chosen = open[about % Math.max(1, open.length)]
    const end = (['executed', 'executed', 'declined', 'forgotten'] as const)[choice % 4] ?? 'executed'
    if (chosen) world.networks[network].end(chosen.transaction.providerId, end)
  },
  /** A network takes a collection back, and says so when it is asked. */
  async takeBack(stage: Stage, { network, about }: Choice) {
    const { world } = stage
    const all = world.networks[network].journal()
    const collected = all.filter(({ known, transaction }) => known === 'executed' && !paysOut(transaction))
    const taken = collected[about % Math.max(1, collected.length)]
    if (!taken) return
    world.takenBack.add(taken.transaction.providerId)
    await stage.hint({ transactionId: taken.transaction.id })
  },
  async setClock({ world }: Stage, { choice, amount }: Choice) {
    world.wasSet = true
    world.clock.jumpMs((choice % 2 === 0 ? -1 : 1) * (amount % 4 === 0 ? 26 * hourMs : amount * secondMs))
  },
} satisfies Deeds
