import { expect } from 'chai'
import { fifthOf } from '../night.ts'
import type { Trial } from './conformance.ts'

/** A fault, in words, and how it is put into a good adapter. */
export type Fault<Adapter> = { readonly fault: string; readonly spoil: (good: Adapter) => Adapter }

/** Faults by the rule whose promise they break. */
export type Faults<Adapter> = Readonly<Record<string, Fault<Adapter>>>

/** Examples which show that the kit of a port notices each broken promise, and blames no other one. */
export function eachIsNoticed<Adapter>(
  kit: (open: () => NoInfer<Adapter>) => readonly Trial[],
  open: () => NoInfer<Adapter>,
  faults: Faults<Adapter>,
): Record<string, () => Promise<void>> {
  const examples = Object.entries(faults).map(([rule, { fault, spoil }]) => {
    const example = async () => {
      expect(await brokenOf(kit(() => spoil(open())))).to.deep.equal([rule])
    }
    return [`${rule}, when ${fault}`, example] as const
  })
  return {
    'each promise has a fault that breaks it': async () => {
      expect(Object.keys(faults)).to.deep.equal(kit(open).map(({ rule }) => rule))
    },
    ...fifthOf(Object.fromEntries(examples)),
  }
}

/** The rules of the promises that an adapter breaks; throws when the adapter itself is broken by mistake. */
async function brokenOf(trials: readonly Trial[]): Promise<string[]> {
  const broken: string[] = []
  for (const { rule, check } of trials) {
    await check().catch((error: Error) => {
      if (error.cause instanceof TypeError || error.cause instanceof ReferenceError) throw error
      broken.push(rule)
    })
  }
  return broken
}
