import { expect } from 'chai'
import type { Books, Scope, UnitOfWork } from '../../core/sente.ts'
import { fifthOf } from '../night.ts'
import type { Trial } from './conformance.ts'

/** A fault, in words, and a function that puts it into a good adapter. */
export type Fault<Adapter> = { readonly fault: string; readonly spoil: (good: Adapter) => Adapter }

/** Faults by the rule that they break. */
export type Faults<Adapter> = Readonly<Record<string, Fault<Adapter>>>

/** Examples that show that the kit of a port notices each broken promise, and blames no other one. */
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

/** Makes a function that puts faults into a part of an opened adapter, such as a store's books. */
export const spoilingIn =
  <Whole, Part extends keyof Whole>(part: Part) =>
  (fault: string, faulty: (good: Whole[Part]) => Partial<Whole[Part]>): Fault<Whole> => ({
    fault,
    spoil: (good) => ({ ...good, [part]: { ...good[part], ...faulty(good[part]) } }),
  })

/** Puts a fault into the reads and writes of a step, and perhaps into the later answers of the books. */
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

/** A call that gives all callers at once the result of the first. */
export function shared<Given extends unknown[], Answer>(call: (...given: Given) => Promise<Answer>) {
  let calling: Promise<Answer> | undefined
  return (...given: Given): Promise<Answer> => {
    calling ??= call(...given).finally(() => {
      calling = undefined
    })
    return calling
  }
}

/** State that lasts until all calls without a pause between them have been made, as shared by a batch of steps. */
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

/** The reads of the first step of a batch, for all of them. */
export function firstSeen<Seen>(): (see: () => Seen) => Seen {
  const batch = batched((): Seen[] => [])
  return (see) => {
    const seen = batch()
    if (seen.length === 0) seen.push(see())
    return seen[0] as Seen
  }
}

/** The rules that an adapter breaks; throws when the adapter itself is broken by mistake. */
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
