import {
  acceptBatch,
  authenticate,
  type Batch,
  type Caller,
  collectMoney,
  collectThroughLink,
  createAccount,
  createLink,
  followUp,
  type Ids,
  isRefusal,
  lowestIdAt,
  type MobileProvider,
  type Outcome,
  payBatches,
  payLink,
  refundMoney,
  sendMoney,
  type Transaction,
  uganda,
} from '../../../core/sente.ts'
import { manualClock } from '../../contracts/kit/manualClock.ts'
import { testSecrets } from '../../contracts/kit/merchant.ts'
import { type Fate, honestNetwork } from '../model/stage/network.ts'
import { beginningMs, feesUnder, type Tariffs } from '../model/stage/tariffs.ts'
import type { OpenBooks } from './books.ts'

/** The names of the networks. */
export const networkNames = ['MTN', 'AIRTEL'] as const

/** One of them. */
export type NetworkName = (typeof networkNames)[number]

/** What payments cost: fees that refunds give back, until some no longer do. */
export const historyTariffs: Tariffs = [
  { config: 'A', fromMs: 0, kind: 'payout', network: 'MTN', percent: 1.25, minimum: 10 },
  { config: 'A', fromMs: beginningMs + 3_600_000, kind: 'payout', network: 'AIRTEL', flat: 25 },
  { config: 'A', fromMs: 0, kind: 'collection', network: 'MTN', percent: 3.3333, isRefundable: true },
  { config: 'A', fromMs: 0, kind: 'collection', network: 'AIRTEL', flat: 70, isRefundable: true },
  { config: 'A', fromMs: beginningMs + 5 * 3_600_000, kind: 'collection', network: 'AIRTEL', percent: 2 },
  { config: 'A', fromMs: 0, kind: 'refund', network: 'MTN', flat: 30 },
]

/** What somebody asked for once, and asks for again with the same words: a merchant, a customer, or the operator. */
export type Request = {
  readonly operation: 'payout' | 'collection' | 'refund' | 'batch' | 'link' | 'linked' | 'funding' | 'move'
  readonly who: number
  readonly reference: string
  readonly amount: number
  readonly network: NetworkName
  readonly number: number
  /** The reference of the collection that a refund pays back, or of the link that a payment is made through. */
  readonly of: string
  /** The lines of a batch. */
  readonly lines: readonly {
    readonly reference: string
    readonly amount: number
    readonly number: number
    readonly network: NetworkName
  }[]
}

/** A merchant with the keys. */
type Merchant = { readonly id: string; readonly secretKey: string; readonly publicKey: string }

/** What the networks have and do, which no books going back can change. */
export type World = ReturnType<typeof newWorld>

/** Everything that happened outside of the books, from which they are judged. */
function newWorld() {
  const clock = manualClock(beginningMs)
  let trueMs = 0
  return {
    clock,
    trueMs: () => trueMs,
    /** Lets time pass by all clocks. */
    pass(ms: number) {
      trueMs += ms
      clock.forwardMs(ms)
    },
    networks: { MTN: honestNetwork({ trueMs: () => trueMs }), AIRTEL: honestNetwork({ trueMs: () => trueMs }) },
    /** What becomes of the next submissions. */
    fate: 'accepts' as Fate,
    /** Whether networks answer that they know nothing. */
    forgets: false,
    /** Payments of which a network said, at whatever time, that it does not know them: one that fails so may be paid all the same. */
    denied: new Set<string>(),
    /** The ids of collections that a network has taken back. */
    takenBack: new Set<string>(),
    /** What was asked for so far, by account, operation and reference. */
    asked: new Map<string, Request>(),
    /** Whether the wall clock was ever set, so that the times of rows without ids prove nothing. */
    wasSet: false,
    /** How often the books went back. */
    lives: 0,
    files: 0,
    /** The amounts of top-ups that rows of files tell of, by their networks' ids. */
    topUps: new Map<string, bigint>(),
    /** What operators had to lend accounts so that forgotten payouts could be recorded. */
    lentMinor: 0n,
    /** Forgotten payments that could not be recorded, by account and reference: their merchants do not repeat them. */
    told: new Set<string>(),
    /** What broke while batches were paid. */
    broken: [] as unknown[],
  }
}

/** Books, and everybody who works with them. */
export type Stage = Awaited<ReturnType<typeof makeStage>>

/** Begins with two merchants with money. */
export async function makeStage(books: OpenBooks, world = newWorld()) {
  const ids = countedIds(world, world.lives)
  const secrets = testSecrets
  const merchants: Merchant[] = []
  for (const name of ['Duka', 'Soko']) {
    const fund = [{ currency: 'UGX', amount: 400_000 }]
    const terms = { by: 'amina', name, kyc: 'complete', activate: ['UGX'], pin: '4071', fund } as const
    const created = await createAccount({ ...books.store, clock: world.clock, ids, secrets, market: uganda })(terms)
    if (isRefusal(created)) throw new Error(created.message)
    const { account, secretKey, publicKey } = created
    merchants.push({ id: account.id, secretKey, publicKey })
  }
  return stageOver(books, world, merchants)
}

/** The same merchants over other books. */
export function stageOver(books: OpenBooks, world: World, merchants: readonly Merchant[]) {
  const providers = Object.fromEntries(networkNames.map((name) => [name, providerOf(name, world)]))
  const ports = {
    ...books.store,
    clock: world.clock,
    ids: countedIds(world, world.lives),
    secrets: testSecrets,
    market: uganda,
    fees: feesUnder(
      historyTariffs,
      'A',
      merchants.map(({ id }) => id),
    ),
    fourEyes: { kinds: new Set(['batches'] as const), amountsMinor: new Map([['UGX', 6_000n]]) },
    providerFor: (_: string, name: string): MobileProvider => {
      const found = providers[name]
      if (!found) throw new Error(`no network ${name}`)
      return found
    },
  }
  return {
    books,
    world,
    merchants,
    ports,
    /** Transactions that an operator has decided about. */
    decided: new Set<string>(),
    /** Comparisons whose rows are all as the network knows them. */
    honest: new Set<string>(),
    /** The tokens of links, by account and reference. */
    tokens: new Map<string, string>(),
    /** Payments as they were after the last act. */
    before: new Map<string, Transaction>(),
    ...followUp({ ...ports, atOnce: 1 }),
  }
}

/** What a caller was answered: what was opened, and otherwise the code of its refusal. */
export type Answer = { readonly opened?: string; readonly refused?: string }

/** Asks for something under its reference, for the first time or once more. */
export async function ask(stage: Stage, request: Request): Promise<Answer> {
  const { operation, who, reference, amount, network, number } = request
  const { ports, merchants, tokens, world } = stage
  const { publicKey: apikey } = merchantAt(stage, who)
  const caller = await callerOf(stage, who)
  const references = operation === 'batch' ? request.lines.map((line) => line.reference) : [reference]
  if (references.some((one) => world.told.has(`${merchantAt(stage, who).id} ${one}`))) return { refused: 'told' }
  const own = { apikey, reference, amount, currency: 'UGX', network, phoneNumber: phoneNumberOf(number) }
  const pin = '4071'
  world.asked.set(keyOf(request), request)
  switch (operation) {
    case 'payout':
      return answered(await sendMoney(ports)({ caller, request: { ...own, pin } }))
    case 'collection':
      return answered(await collectMoney(ports)({ caller, request: own }))
    case 'refund': {
      const asked = { apikey, reference, pin, collection: request.of, ...(amount > 0 && { amount }) }
      return answered(await refundMoney(ports)({ caller, request: asked }))
    }
    case 'batch': {
      const lines = request.lines.map((line) => ({
        request: { ...line, currency: 'UGX', phoneNumber: phoneNumberOf(line.number) },
      }))
      const asked = { apikey, reference, pin, lines, acceptPartial: true }
      const answer = await acceptBatch(ports)({ caller, request: asked })
      return isRefusal(answer) ? { refused: answer.refused } : { opened: answer.batch.id }
    }
    case 'link': {
      const asked = { reference, amount, currency: 'UGX', description: 'A sale', returnUrl: null, expiresAtMs: null }
      const answer = await createLink(ports)({ caller, request: { ...asked, uses: number === 0 ? null : number } })
      if (!answer) throw new Error('the link has a wrong time')
      if (isRefusal(answer)) return { refused: answer.refused }
      tokens.set(`${merchants[who]?.id} ${reference}`, answer.token)
      return { opened: answer.link.id }
    }
    case 'linked':
      return payThroughLink(stage, request)
    default:
      throw new Error(`nobody asks for a ${operation}`)
  }
}

async function payThroughLink(stage: Stage, { who, of, reference, network, number }: Request): Promise<Answer> {
  const { ports, tokens, merchants } = stage
  const token = tokens.get(`${merchants[who]?.id} ${of}`)
  if (token === undefined) return { refused: 'no token' }
  const outcomes: Promise<Outcome>[] = []
  const collect: ReturnType<typeof collectThroughLink> = async (given) => {
    const answer = await collectThroughLink(ports)(given)
    if (!isRefusal(answer)) outcomes.push(answer.outcome)
    return answer
  }
  const form = { token, nonce: reference.slice(of.length + 1), phoneNumber: phoneNumberOf(number), network }
  const answer = await payLink({ ...ports, collectThroughLink: collect })(form)
  await Promise.all(outcomes)
  if ('choose' in answer) return { refused: 'choose' }
  return isRefusal(answer) || 'other' in answer || answer.isRepeat
    ? { refused: 'refused or repeated' }
    : { opened: answer.payment.paymentId }
}

async function answered(answer: Awaited<ReturnType<ReturnType<typeof sendMoney>>>): Promise<Answer> {
  if (isRefusal(answer)) return { refused: answer.refused }
  await answer.outcome
  return { opened: answer.transaction.id }
}

/** Pays what of all batches can be paid now. */
export async function payAll({ ports, world }: Stage): Promise<void> {
  const onBreakage = (error: unknown) => world.broken.push(error)
  const paying = payBatches({ ...ports, by: 'one', linesAtOnce: () => 1, onBreakage })
  await paying.sweep()
  await paying.idle()
  await paying.stop()
  if (world.broken.length > 0) throw world.broken[0]
}

/** Identifies what was asked for, whatever became of it. */
export const keyOf = ({ who, operation, reference }: Pick<Request, 'who' | 'operation' | 'reference'>) =>
  `${who} ${operation} ${reference}`

/** One of a few phone numbers. */
export const phoneNumberOf = (number: number) => `25677000000${number % 4}`

/** The merchant with a number; there are two. */
export function merchantAt({ merchants }: Pick<Stage, 'merchants'>, who: number): Merchant {
  const found = merchants[who % merchants.length]
  if (!found) throw new Error('there is no merchant')
  return found
}

/** All payments, the oldest first. */
export async function paymentsOf({ ports }: Pick<Stage, 'ports'>): Promise<Transaction[]> {
  return (await ports.books.list({ limit: 10_000 })).transactions.toReversed()
}

/** All batches. */
export const batchesOf = ({ ports }: Pick<Stage, 'ports'>): Promise<readonly Batch[]> =>
  ports.batches.list({ limit: 1_000 })

/** Everything that the networks were sent, each with its network. */
export function journalOf({ networks }: World) {
  return networkNames.flatMap((network) => networks[network].journal().map((one) => ({ ...one, network })))
}

async function callerOf(stage: Stage, who: number): Promise<Caller> {
  const caller = await authenticate(stage.ports)({ secretKey: merchantAt(stage, who).secretKey })
  if (isRefusal(caller)) throw new Error(caller.refused)
  return caller
}

function providerOf(name: NetworkName, world: World): MobileProvider {
  const network = () => world.networks[name]
  const submit = async (transaction: Transaction) => network().submit('A', transaction, world.fate)
  return {
    fingerprint: `${name} A`,
    providerId: ({ random }) => random,
    payOut: submit,
    requestPayment: submit,
    async enquire(transaction) {
      if (world.forgets) {
        world.denied.add(transaction.providerId)
        return { outcome: 'notFound' }
      }
      const answer = network().enquire('A', transaction)
      if (!world.takenBack.has(transaction.providerId) || answer.outcome !== 'succeeded') return answer
      const { providerRef, seen } = answer
      return { outcome: 'reversed', providerRef, seen }
    },
    identifyCallback: () => undefined,
  }
}

/** Ids that are the same in each run: counted, and never those of an earlier life of the books. */
function countedIds({ clock }: World, life: number): Ids {
  let count = 0
  const next = () => {
    count += 1
    return count.toString(16).padStart(16, '0')
  }
  const end = life.toString(16).padStart(2, '0')
  return {
    ordered(atMs = clock.nowMs()) {
      const digits = next()
      return `${lowestIdAt(atMs).slice(0, 15)}${digits.slice(0, 3)}-8${digits.slice(3, 6)}-${digits.slice(6)}${end}`
    },
    random() {
      const digits = testSecrets.digest(`${end} ${next()}`)
      return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(12, 15)}-8${digits.slice(15, 18)}-${digits.slice(18, 30)}`
    },
  }
}
