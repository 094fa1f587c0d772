import fc from 'fast-check'
import { everyFate, type Fate } from '../../model/stage/network.ts'
import type { Stage } from '../stage/stage.ts'
import { networkNames } from '../stage/world.ts'
import { accountDeeds } from './accounts.ts'
import type { Choice } from './act.ts'
import { batchDeeds } from './batches.ts'
import { fileDeeds } from './files.ts'
import { fourEyesDeeds } from './fourEyes.ts'
import { networkDeeds } from './networks.ts'
import { operatorDeeds } from './operators.ts'
import { paymentDeeds } from './payments.ts'

const deeds = {
  ...{ ...paymentDeeds, ...batchDeeds, ...networkDeeds, ...fileDeeds },
  ...{ ...operatorDeeds, ...fourEyesDeeds, ...accountDeeds },
}

/** An act; copying books, and their going back to a copy, are elsewhere. */
export type Act = Choice & { readonly does: keyof typeof deeds | 'copy' | 'goBack' }

/** The weight of each. */
const weights: Readonly<Record<Act['does'], number>> = {
  ...{ payout: 5, collection: 6, refund: 8, batch: 4, payBatches: 5, changeBatch: 3, link: 5, linked: 8, endLink: 1 },
  ...{
    sweep: 7,
    atNetwork: 6,
    takeBack: 2,
    compare: 5,
    resolve: 4,
    decide: 3,
    erase: 1,
    funding: 3,
    move: 2,
    gather: 2,
    closeDay: 1,
  },
  ...{ changeOwn: 3, propose: 5, approve: 6, withdraw: 2, close: 1, payBack: 1 },
  ...{ setClock: 2, copy: 4, goBack: 4 },
}

/** Any act. */
export const anyAct: fc.Arbitrary<Act> = fc.record({
  does: fc.oneof(
    ...Object.entries(weights).map(([does, weight]) => ({ weight, arbitrary: fc.constant(does as Act['does']) })),
  ),
  ...{ who: fc.nat(2), about: fc.nat(99), choice: fc.nat(99), amount: fc.nat(3_000) },
  ...{ network: fc.constantFrom(...networkNames), fate: fc.constantFrom<Fate>('succeeds', 'succeeds', ...everyFate) },
})

/** Does it. */
export async function perform(stage: Stage, act: Act): Promise<void> {
  if (act.does === 'copy' || act.does === 'goBack') return
  stage.world.fate = act.fate
  await deeds[act.does](stage, act)
}
