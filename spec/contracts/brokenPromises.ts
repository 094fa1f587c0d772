import { expect } from 'chai'
import type { Books, Scope, UnitOfWork } from '../../core/sente.ts'
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
      expect(Object.keys(faults)).to.have.members(kit(open).map(({ rule }) => rule))
    },
    ...fifthOf(Object.fromEntries(examples)),
  }
}

/** Makes what puts faults into a part of what is opened, such as a store's books. */
export const spoilingIn =
  <Whole, Part extends keyof Whole>(part: Part) =>
  (fault: string, faulty: (good: Whole[Part]) => Partial<Whole[Part]>): Fault<Whole> => ({
    fault,
    spoil: (good) => ({ ...good, [part]: { ...good[part], ...faulty(good[part]) } }),
  })

/** Puts a fault into what a step sees and writes, and perhaps into what the books answer afterwards. */
export function spoilingSteps<Store extends { readonly books: Books }>(
  fault: string,
  make: (good: Books) => {
    step: (work: UnitOfWork, scope: Scope) => Partial<UnitOfWork>
    books?: Partial<Books>
  },
): Fault<Store> {
  return {
    fault,
    spoil(good) {
      const { step: faulty, books } = make(good.books)
      const atomically: Books['atomically'] = (scope, step) =>
        good.books.atomically(scope, (work) => step({ ...work, ...faulty(work, scope) }))
      return { ...good, books: { ...good.books, atomically, ...books } }
    },
  }
}

/** A call whose callers at once are all given what the first of them is. */
export function shared<Given extends unknown[], Answer>(call: (...given: Given) => Promise<Answer>) {
  let calling: Promise<Answer> | undefined
  return (...given: Given): Promise<Answer> => {
    calling ??= call(...given).finally(() => {
      calling = undefined
    })
    return calling
  }
}

/** State that lasts until the calls that were made without a pause have all been made: what a batch of steps shares. */
export function batched<State>(begin: () => State): () => State {
  let current: State | undefined
  return () => {
    if (current === undefined)
      queueMicrotask(() => {
        current = undefined
      })
    current ??= begin()
    return current
  }
}

/** What the first step of a batch sees, for all of them. */
export function firstSeen<Seen>(): (see: () => Seen) => Seen {
  const batch = batched((): Seen[] => [])
  return (see) => {
    const seen = batch()
    if (seen.length === 0) seen.push(see())
    return seen[0] as Seen
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
