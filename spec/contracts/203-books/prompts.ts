import { collectMoney, type PhonePrompts, type Prompt, type Transaction, type UnitOfWork } from '../../../core/sente.ts'
import { fundedAccount, scopeOf } from '../kit/bookActs.ts'
import { equal } from '../kit/expectations.ts'
import { openMerchant, payAtOnce, portsOver } from '../kit/merchant.ts'
import { aPayout } from '../kit/records.ts'
import type { Store } from '../kit/store.ts'
import type { Facts } from '../kit/trial.ts'

/** Rules 203.53 to 203.56: the prompts to a phone number are counted exactly, over all accounts. */
export const prompts: Facts<Store> = {
  async '203.53 the prompts of a phone number are those that the last step kept, for any account'(store) {
    const [first, second] = [await aCollection(store), await aCollection(store)]
    equal(await promptsSeen(store, first), [], 'the prompts to a phone number without any')
    await ask(store, first)
    await ask(store, second)
    const [one, other] = [promptOf(first), promptOf(second)]
    equal(await promptsSeen(store, first), [one, other], 'the prompts of two accounts')
    equal(await promptsSeen(store, first, '256770000002'), [], 'the prompts to another phone number')
    await inPromptStep(store, first, (work) => work.keepPrompts([other]))
    equal(await promptsSeen(store, second), [other], 'the prompts after one was forgotten')
  },

  async '203.54 a prompt is open until its transaction has ended, and removed if that was never sent'(store) {
    const ended = [await aCollection(store), await aCollection(store), await aCollection(store)] as const
    const open = await aCollection(store)
    for (const collection of [...ended, open]) await ask(store, collection)
    const ends: Partial<Transaction>[] = [
      { state: 'succeeded' },
      { state: 'failed', reason: 'customer_did_not_approve' },
      { state: 'failed', reason: 'not_sent' },
    ]
    for (const [index, end] of ends.entries()) {
      const collection = ended[index] as Transaction
      await store.books.atomically(scopeOf(collection), (work) => work.record({ ...collection, ...end }))
    }
    await store.books.atomically(scopeOf(open), (work) => work.record({ ...open, state: 'pending' }))
    equal(
      await promptsSeen(store, open),
      [{ ...promptOf(ended[0]), isOpen: false }, { ...promptOf(ended[1]), isOpen: false }, promptOf(open)],
      'the prompts after three have ended, one of them without being sent',
    )
  },

  async '203.55 a step that returns a refusal or throws keeps the prompts as they were'(store) {
    const collection = await aCollection(store)
    await ask(store, collection)
    const forget = (work: UnitOfWork) => work.keepPrompts([])
    await inPromptStep(store, collection, (work) => {
      forget(work)
      return { refused: 'duplicate_reference' }
    })
    await inPromptStep(store, collection, (work) => {
      forget(work)
      throw new Error('the step broke')
    }).catch(() => {})
    equal(await promptsSeen(store, collection), [promptOf(collection)], 'the prompts after a refusal and a throw')
  },

  async '203.56 of 60 collections at once by six accounts from one phone number exactly three are opened, and in an hour twenty'(
    store,
  ) {
    equal(await openedAtOnce(store, 'accepts'), 3, 'the number opened while none ends')
    equal(await openedAtOnce(store, 'succeeds'), 20, 'the number opened when each succeeds at once')
  },
}

/** A collection of an account of its own. */
async function aCollection(store: Store): Promise<Transaction> {
  const { account } = await fundedAccount(store)
  return aPayout(account.id, { kind: 'collection' })
}

function promptOf({ id, createdAtMs }: Transaction): Prompt {
  return { transactionId: id, atMs: createdAtMs, isOpen: true }
}

function inPromptStep<T>(
  { books }: Store,
  collection: Transaction,
  step: (work: UnitOfWork) => T,
  phoneNumber: PhonePrompts['phoneNumber'] = collection.phoneNumber,
): Promise<T> {
  return books.atomically({ ...scopeOf(collection), phoneNumber }, step)
}

function ask(store: Store, collection: Transaction): Promise<void> {
  return inPromptStep(store, collection, (work) => {
    work.keepPrompts([...work.prompts(), promptOf(collection)])
    work.record(collection)
  })
}

function promptsSeen(store: Store, collection: Transaction, phoneNumber?: string): Promise<readonly Prompt[]> {
  return inPromptStep(store, collection, (work) => work.prompts(), phoneNumber)
}

/** The number of 60 collections at once that are opened, in several rounds if the network ends them. */
async function openedAtOnce(store: Store, behaviour: 'accepts' | 'succeeds'): Promise<number> {
  const { network, ports } = portsOver(store)
  network.behaves(behaviour)
  const collect = collectMoney(ports)
  const phoneNumber = behaviour === 'accepts' ? '256770000003' : '256770000004'
  const merchants = await Promise.all(Array.from({ length: 6 }, () => openMerchant(ports, { fund: [] })))
  const rounds = behaviour === 'accepts' ? 1 : 8
  for (let round = 0; round < rounds; round += 1) {
    const collections = merchants.map(({ caller, request }) =>
      payAtOnce(10, async (index) => {
        const reference = `order-${round}-${index}`
        return collect({ caller: await caller(), request: { ...request, phoneNumber, reference } })
      }),
    )
    await Promise.all(collections)
  }
  return network.received.length
}
