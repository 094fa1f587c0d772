import fc from 'fast-check'
import { usualRequest, type Wish } from '../model/acts/action.ts'
import type { Actor } from '../model/acts/actor.ts'
import { bringToRest } from '../model/acts/bringToRest.ts'
import { perform } from '../model/acts/perform.ts'
import { inspect } from '../model/judges/inspection.ts'
import type { LiveRun } from '../model/runs.ts'
import { beginSequence, type Sequence } from '../model/sequence.ts'
import { type OpenStore, runOnStore, type Tally } from '../model/sequences.ts'
import { begin, networkOf } from '../model/stage/stage.ts'
import { scheduledSteps } from './scheduledSteps.ts'

/** A sequence whose steps the scheduler orders. */
export type Interleaving = Sequence & {
  /** Begins a payment of UGX 5,000 from the account that has UGX 20,000, or with the fields given instead. */
  request(wish?: Partial<Wish>): void
  /** Begins a sweep in a run. */
  sweep(run: LiveRun): void
  /** Begins an enquiry in a run because of a callback. */
  hint(run: LiveRun, transactionId: string): void
  /** Lets things happen in the stage, one after the other, each in a turn of its own between the other steps. */
  happen(...things: (() => unknown)[]): Promise<void>
  /** Lets everything go on until nothing waits, and inspects everything. */
  goOn(): Promise<void>
  /** How the money of each transaction has moved, oldest transaction first. */
  ways(): Promise<string[]>
  /** Ends every payment that is pending at its network. */
  networkEnds(end: 'executed' | 'declined'): Promise<void>
}

/** Something to be tried in every order that the scheduler picks. */
export type Play = (interleaving: Interleaving) => Promise<unknown>

/** The property that any order of a play's steps comes to rest, as a sequence does. */
export function interleavings(play: Play, open: OpenStore, tally: Tally) {
  return fc.asyncProperty(fc.scheduler(), (scheduler) =>
    runOnStore(open, async (store) => {
      const sequence = await beginSequence(store, scheduledSteps(scheduler), [])
      await sequence.giveTurns(Number.POSITIVE_INFINITY)
      await play(interleaved(sequence))
      await inspect(sequence.stage)
      await bringToRest(sequence)
      tally.sequences += 1
      tally.steps += sequence.steps()
    }),
  )
}

function interleaved(sequence: Sequence): Interleaving {
  const { stage } = sequence
  const nature: Actor = { name: 'the stage', run: { name: 'the stage', config: '', isDead: false } }
  async function inTurns(things: (() => unknown)[]) {
    for (const thing of things) await stage.turns.take(nature, 'happens', async () => void (await thing()))
  }

  return {
    ...sequence,
    request(wish) {
      void perform(sequence, { ...usualRequest, turns: 0, ...wish })
    },
    sweep: ({ followUp }) => begin(stage, followUp.sweep),
    hint: ({ followUp }, transactionId) => begin(stage, () => followUp.hint({ transactionId })),
    happen(...things) {
      const happened = inTurns(things)
      begin(stage, () => happened)
      return happened
    },
    async goOn() {
      await sequence.giveTurns(Number.POSITIVE_INFINITY)
      await inspect(stage)
    },
    ways() {
      return stage.store.books.snapshot(async (snapshot) => {
        const found: string[] = []
        for await (const { postings } of snapshot.transactions()) {
          found.push(postings.map(({ from, to }) => `${from} to ${to}`).join(', '))
        }
        return found
      })
    },
    async networkEnds(end) {
      for (const { network, providerId } of await sequence.transactions())
        networkOf(stage, network).end(providerId, end)
    },
  }
}
