import type { AccountRepo, Books, Quarantines } from '../../core/sente.ts'
import { rule } from '../rule.ts'

/** A store under test: accounts and books that belong together, empty when it is opened. */
export type Store = {
  readonly accounts: AccountRepo
  readonly books: Books
  readonly quarantines: Quarantines
  close(): void | Promise<void>
}

type OpenStore = () => Store | Promise<Store>

/** How each store is opened, by its name. */
export type Stores = Readonly<Record<string, OpenStore>>

/** States a fact about stores, with an example that runs on each; the store is closed even when the example fails. */
export type StoreFact = (number: string, sentence: string, example: (store: Store) => unknown) => void

/** States each rule of a contract once, and proves it on every store. */
export function onEvery(stores: Stores): StoreFact {
  return (number, sentence, example) => {
    const examples = Object.entries(stores).map(([name, open]) => [name, () => runOn(open, example)] as const)
    rule(number, sentence, Object.fromEntries(examples))
  }
}

async function runOn(open: OpenStore, example: (store: Store) => unknown): Promise<void> {
  const store = await open()
  try {
    await example(store)
  } finally {
    await store.close()
  }
}
