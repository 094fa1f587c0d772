import {
  type Batches,
  type Clock,
  createAccount,
  type FollowUp,
  type Ids,
  isRefusal,
  type PayBatches,
  type PaymentLinks,
  type People,
  type Transaction,
  uganda,
  type Webhooks,
} from '../../../../core/sente.ts'
import { testSecrets } from '../../../contracts/kit/merchant.ts'
import type { Store } from '../../../contracts/kit/store.ts'
import type { ModelBatchRequest } from '../reference/batches.ts'
import { fund, newModel } from '../reference/payments.ts'
import { type KeptLine, type ModelAccount, type ModelRequest, modelPin } from '../reference/rules.ts'
import { type Fate, honestNetwork } from './network.ts'
import { beginningMs, type Tariffs } from './tariffs.ts'

/** A run of the process, from its start to its death, under one configuration of the networks. */
export type Run = {
  readonly name: string
  readonly config: string
  isDead: boolean
  /** Whether its process stands still, and nothing of it gets a turn. */
  isStalled: boolean
}

/** A run with its follow-up and its payer of batches, each of them one actor. */
export type LiveRun = Run & {
  readonly actor: Actor
  readonly followUp: FollowUp
  readonly payer: Actor
  readonly paying: PayBatches
}

/** One of the concurrent actors of a run: a request, the follow-up, or the payer of batches. */
export type Actor = {
  readonly name: string
  readonly run: Run
  readonly order?: Order
  readonly batching?: Batching
}

/** A request under way, the answer that the model expects so far, and the account as read, until the opening. */
type Asked<Request> = { readonly request: Request; expected: string; seen?: ModelAccount | undefined }

/** A request for a payment under way; one through a link gets the reference of each attempt. */
type Order = Omit<Asked<ModelRequest>, 'request'> & { request: ModelRequest; readonly fate: Fate }

/** A request for a batch under way, with its checked lines. */
type Batching = Asked<ModelBatchRequest> & { begunAtMs: number; lines: KeptLine[] }

/** A store; one on a disk is reopened by a new process. */
export type ReopenedStore = Store & {
  readonly batches: Batches
  readonly people: People
  readonly paymentLinks: PaymentLinks
  readonly webhooks: Webhooks
  reopen?(): Promise<ReopenedStore>
}

/** Everything that a sequence acts on: the real core on a real store, and the model beside it. */
export type Stage = ReturnType<typeof emptyStage> & {
  /** Every run, dead or alive; the newest takes requests and sweeps, and others only finish their work. */
  readonly runs: LiveRun[]
}

function emptyStage(store: ReopenedStore, tariffs: Tariffs, pick: () => number) {
  const clock = machineClock()
  return {
    /** Reopened after a crash. */
    store,
    clock,
    networks: { MTN: honestNetwork(clock), AIRTEL: honestNetwork(clock) },
    market: uganda,
    ids: countedIds(),
    model: newModel(tariffs),
    /** Picks the step that gets the next turn. */
    pick,
    ...waitingSteps(),
    /** The fates of payments from lines of batches, by their accounts and references. */
    fates: new Map<string, Fate>(),
    /** The ids of the accounts, in the model's order. */
    accountIds: [] as string[],
    /** By transaction, the run that opened it, and whether its submission has had its turn. */
    openings: new Map<string, { run: Run; wallMs: number; monotonicMs: number; isSubmitted: boolean }>(),
    /** Transactions that a network forgot or mistook for another: it may have contradicted itself about them. */
    mistaken: new Set<string>(),
    /** The first broken rule outside of any turn. */
    failures: [] as unknown[],
    /** The given turns, by name. */
    given: [] as string[],
  }
}

/** Makes a stage with two merchants with every permission; one has UGX 20,000. */
export async function makeStage(store: ReopenedStore, tariffs: Tariffs, pick: () => number): Promise<Stage> {
  const stage = { ...emptyStage(store, tariffs, pick), runs: [] }
  const ports = { ...portsOf(stage, 'setup') }
  for (const amount of [20_000, 0]) {
    const terms = { by: 'amina', name: 'Duka', kyc: 'complete', activate: ['UGX'], pin: '4071' } as const
    const created = await createAccount(ports)({ ...terms, fund: amount > 0 ? [{ currency: 'UGX', amount }] : [] })
    if (isRefusal(created)) throw new Error(created.message)
    const { account, secretKey: secret, publicKey } = created
    const { id = '' } = account.keys.find(({ kind }) => kind === 'secret') ?? {}
    const owner: ModelAccount = {
      publicKey,
      issued: [{ id, secret, name: null, scopes: null, addresses: null, expiresAtMs: null, active: true }],
      rights: { kyc: true, apiAccess: true, closed: false, activated: true },
      pin: modelPin('4071'),
      ...{ available: 0, held: 0, fees: 0 },
    }
    stage.accountIds.push(account.id)
    stage.model.accounts.push(owner)
    if (amount > 0) fund(stage.model, owner, 'initial-UGX', amount)
  }
  return stage
}

/** The ports of an actor without turns, such as an operator in a process of its own. */
export function portsOf({ store, clock, ids, market }: Pick<Stage, 'store' | 'clock' | 'ids' | 'market'>, run: string) {
  return { ...store, clock: clock.ofRun(run), ids, market, secrets: testSecrets }
}

/** Begins a task that proceeds by turns; its failure is kept. */
export function begin({ failures }: Stage, work: () => Promise<unknown>): void {
  work().catch((error: unknown) => failures.push(error))
}

/** The network of that name; throws when there is none. */
export function networkOf({ networks }: Stage, name: string) {
  if (name === 'MTN' || name === 'AIRTEL') return networks[name]
  throw new Error(`no network ${name}`)
}

/** The truth about a payment; a payment whose run died before it was sent never arrives. */
export function truthOf(stage: Stage, { id, network, providerId }: Transaction): 'open' | 'executed' | 'void' {
  const truth = networkOf(stage, network).truth(providerId)
  if (truth) return truth
  const opening = stage.openings.get(id)
  return opening && !opening.isSubmitted && !opening.run.isDead ? 'open' : 'void'
}

/** Every transaction, the newest first. */
export const transactionsOf = async ({ store }: Stage) => (await store.books.list({ limit: 10_000 })).transactions

/** The name of an answer; `done` by default. */
export function codeOf(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null) return typeof answer === 'string' ? answer : 'done'
  if ('refused' in answer) return String(answer.refused)
  return 'closed' in answer ? `closed ${answer.closed}` : 'done'
}

/** Throws unless a value equals the model's. */
export function same(subject: string, found: unknown, wanted: unknown): void {
  if (String(found) !== String(wanted)) throw new Error(`${subject}: ${found}, not ${wanted}`)
}

/** The clocks of one machine, and the true time, which no process on it can read. Times in milliseconds. */
function machineClock() {
  const origins = new Map<string, number>()
  let [trueMs, wallMs, monotonicMs] = [0, beginningMs, 0]
  return {
    trueMs: () => trueMs,
    /** The machine's monotonic clock. */
    monotonicMs: () => monotonicMs,
    /** Lets time pass; while the machine sleeps the monotonic clock stands still. */
    pass(ms: number, isAsleep = false) {
      trueMs += ms
      wallMs += ms
      if (!isAsleep) monotonicMs += ms
    },
    /** Sets the wall clock forward or back. */
    jump(ms: number) {
      wallMs += ms
    },
    /** The clock of a run of the process; its monotonic clock starts at a point of its own. */
    ofRun(run: string): Clock {
      const originMs = origins.get(run) ?? origins.size * 1e9
      origins.set(run, originMs)
      return { nowMs: () => wallMs, monotonicMs: () => originMs + monotonicMs, run }
    },
  }
}

/** Steps of actors that wait for their turns, oldest first; steps of a dead run wait forever. */
function waitingSteps() {
  let waiting: { readonly actor: Actor; readonly name: string; go(): Promise<void> }[] = []
  return {
    /** Takes a step when its turn comes; resolves with its result in a later turn. */
    take: <T>(actor: Actor, name: string, step: () => Promise<T>) =>
      new Promise<T>((resolve) => {
        async function go() {
          const result = await step()
          waiting.push({ actor, name: `${name}, result`, go: async () => resolve(result) })
        }
        waiting.push({ actor, name, go })
      }),
    /** Gives a turn to one of the waiting steps, of one actor or of all; resolves with its name, if one waits. */
    async giveOne(pick: number, actor: Actor | undefined): Promise<string | undefined> {
      // A task that has just begun may not wait for a turn yet.
      await everythingGoesOn()
      waiting = waiting.filter((one) => !one.actor.run.isDead)
      const theirs = waiting.filter((one) => !one.actor.run.isStalled && (!actor || one.actor === actor))
      const chosen = theirs[pick % theirs.length]
      if (!chosen) return undefined
      waiting = waiting.filter((one) => one !== chosen)
      await chosen.go()
      await everythingGoesOn()
      return `${chosen.actor.name} ${chosen.name}`
    },
  }
}

function everythingGoesOn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
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
