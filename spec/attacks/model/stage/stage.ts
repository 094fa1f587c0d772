import {
  type Account,
  type Batches,
  createAccount,
  type Ids,
  isRefusal,
  type Market,
  type PaymentLinks,
  type Transaction,
  uganda,
  type Webhooks,
} from '../../../../core/sente.ts'
import { testSecrets } from '../../../contracts/kit/merchant.ts'
import type { Store } from '../../../contracts/kit/store.ts'
import type { Run, Turns } from '../acts/actor.ts'
import type { ModelKey } from '../judges/modelKeys.ts'
import { modelPin } from '../judges/modelRules.ts'
import { referenceModel } from '../judges/referenceModel.ts'
import { type Fate, type HonestNetwork, honestNetwork } from './honestNetwork.ts'
import { type MachineClock, machineClock } from './machineClock.ts'
import type { Tariffs } from './tariffs.ts'

/** Where a payment was opened, and whether its submission has had its turn. */
type Opening = {
  readonly run: Run
  readonly wallMs: number
  readonly monotonicMs: number
  isSubmitted: boolean
}

/** A store; one on a disk is reopened by a new process. */
export type ReopenedStore = Store & {
  readonly batches: Batches
  readonly paymentLinks: PaymentLinks
  readonly webhooks: Webhooks
  reopen?(): Promise<ReopenedStore>
}

/** Everything that a sequence acts on: the real core on a real store, and the model beside it. */
export type Stage = {
  /** Reopened after a crash. */
  store: ReopenedStore
  readonly clock: MachineClock
  readonly networks: Readonly<Record<string, HonestNetwork>>
  readonly market: Market
  readonly ids: Ids
  readonly model: ReturnType<typeof referenceModel>
  readonly turns: Turns
  readonly tariffs: Tariffs
  /** What becomes of the payments that lines of batches are, by their accounts and references. */
  readonly fates: Map<string, Fate>
  /** The ids of the accounts, in the model's order. */
  readonly accountIds: readonly string[]
  /** By transaction. */
  readonly openings: Map<string, Opening>
  /** Transactions that a network forgot or mistook for another: it may have contradicted itself about them. */
  readonly mistaken: Set<string>
  /** What broke a rule outside of any turn. */
  readonly failures: unknown[]
}

/** Makes a stage with two merchants who may do everything; one has UGX 20,000. */
export async function makeStage(store: ReopenedStore, turns: Turns, tariffs: Tariffs): Promise<Stage> {
  const clock = machineClock()
  const networks = { MTN: honestNetwork(clock), AIRTEL: honestNetwork(clock) }
  const model = referenceModel(tariffs)
  const ids = countedIds()
  const ports = { ...store, clock: clock.ofRun('setup'), ids, secrets: testSecrets, market: uganda }
  const accountIds: string[] = []
  for (const available of [20_000, 0]) {
    const fund = available > 0 ? [{ currency: 'UGX', amount: available }] : []
    const created = await createAccount(ports)({
      by: 'amina',
      name: 'Duka',
      kyc: 'complete',
      activate: ['UGX'],
      pin: '4071',
      fund,
    })
    if (isRefusal(created)) throw new Error(created.message)
    accountIds.push(created.account.id)
    model.accounts.push({
      keys: { public: created.publicKey },
      issued: [firstKey(created)],
      rights: { kyc: true, apiAccess: true, closed: false, activated: true },
      pin: modelPin('4071'),
      available: 0,
      held: 0,
      fees: 0,
    })
    const account = model.accounts.at(-1)
    if (account && available > 0) model.fund(account, 'initial-UGX', available)
  }
  return {
    store,
    clock,
    networks,
    market: uganda,
    ids,
    model,
    turns,
    tariffs,
    fates: new Map(),
    accountIds,
    openings: new Map(),
    mistaken: new Set(),
    failures: [],
  }
}

function firstKey({ account, secretKey }: { readonly account: Account; readonly secretKey: string }): ModelKey {
  const { id } = account.keys.find(({ kind }) => kind === 'secret') ?? { id: '' }
  return { id, secret: secretKey, name: null, scopes: null, addresses: null, expiresAtMs: null, active: true }
}

/** Begins something that proceeds by turns; its failure is kept. */
export function begin(stage: Stage, work: () => Promise<unknown>): void {
  work().catch((error: unknown) => stage.failures.push(error))
}

/** It is no fault that an account keeps changing during an opening: then nothing is opened, or the books would show it. */
export function openedInVain(error: Error): undefined {
  if (!/^the account changed again and again/.test(error.message)) throw error
}

/** The network of that name; throws when there is none. */
export function networkOf({ networks }: Stage, name: string): HonestNetwork {
  const network = networks[name]
  if (!network) throw new Error(`no network ${name}`)
  return network
}

/** The truth about a payment; one whose run died before it was sent never arrives. */
export function truthOf(stage: Stage, { id, network, providerId }: Transaction): 'open' | 'executed' | 'void' {
  const truth = networkOf(stage, network).truth(providerId)
  if (truth) return truth
  const opening = stage.openings.get(id)
  return opening && !opening.isSubmitted && !opening.run.isDead ? 'open' : 'void'
}

/** Ids that are the same in each run: counted, and sortable. */
function countedIds(): Ids {
  let count = 0
  const next = () => {
    count += 1
    return `id-${String(count).padStart(8, '0')}`
  }
  return { ordered: next, random: next }
}
