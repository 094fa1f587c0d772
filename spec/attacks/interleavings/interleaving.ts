import fc from 'fast-check'
import { perform, usualRequest, type Wish } from '../model/acts.ts'
import { inspect } from '../model/judges/inspection.ts'
import { beginSequence, giveTurns } from '../model/sequence.ts'
import { type OpenStore, onStore, type Tally } from '../model/sequences.ts'
import { type Actor, begin, networkOf, type Stage, transactionsOf } from '../model/stage/stage.ts'

/** A play to try in random orders. */
export type Play = (stage: Stage) => Promise<unknown>

/** The property that any order of a play's steps comes to rest, as a sequence does. */
export function interleavings(play: Play, open: OpenStore, tally: Tally) {
  return fc.asyncProperty(fc.noBias(fc.infiniteStream(fc.nat())), (picks) => {
    const pick = () => picks.next().value
    return onStore(
      open,
      tally,
      (store) => beginSequence(store, { charged: [], pick }),
      async (stage) => {
        await giveTurns(stage)
        await play(stage)
        await inspect(stage)
      },
    )
  })
}

/** Begins a payment of UGX 5,000 from the account with UGX 20,000, or with the given fields instead. */
export function request(stage: Stage, wish: Partial<Wish> = {}): void {
  begin(stage, () => perform(stage, { does: 'request', ...usualRequest, turns: 0, ...wish }))
}

const nature: Actor = { name: 'nature', run: { name: 'nature', config: '', isDead: false, isStalled: false } }

/** Runs acts in the stage, one after the other, each in a turn of its own between the other steps. */
export function happen(stage: Stage, ...things: (() => unknown)[]): Promise<void> {
  async function inTurns() {
    for (const thing of things) await stage.take(nature, 'happens', async () => void (await thing()))
  }
  const happened = inTurns()
  begin(stage, () => happened)
  return happened
}

/** Lets everything go on until nothing waits, and inspects everything. */
export async function goOn(stage: Stage): Promise<void> {
  await giveTurns(stage)
  await inspect(stage)
}

/** The movements of money of each transaction, oldest transaction first. */
export function waysOf({ store }: Stage): Promise<string[]> {
  return store.books.snapshot(async (snapshot) => {
    const found: string[] = []
    for await (const { postings } of snapshot.transactions())
      found.push(postings.map(({ from, to }) => `${from} to ${to}`).join(', '))
    return found
  })
}

/** Ends every payment that is pending at its network. */
export async function endAll(stage: Stage, end: 'executed' | 'declined'): Promise<void> {
  for (const { network, providerId } of await transactionsOf(stage)) networkOf(stage, network).end(providerId, end)
}
