import type { ModelBatchRequest, modelBatches } from '../judges/modelBatches.ts'
import type { ModelAccount, ModelRequest } from '../judges/modelRules.ts'
import type { Fate } from '../stage/honestNetwork.ts'

/** A run of the process, from its start to its death, under one configuration of the networks. */
export type Run = {
  readonly name: string
  readonly config: string
  isDead: boolean
  /** While the process stalls: resolves when it wakes. */
  stall?: Promise<void>
}

/** One of the things that go on at the same time in a run: a request, the follow-up, or what pays batches. */
export type Actor = {
  readonly name: string
  readonly run: Run
  readonly order?: Order
  readonly batching?: Batching
}

/** A merchant's request under way, and the answer that the model expects so far. */
export type Order = {
  readonly request: ModelRequest
  readonly fate: Fate
  expected: string
  /** The account as it was read, until the opening. */
  seen?: ModelAccount | undefined
  /** Of a payment through a link: whether the link was found. */
  isFound?: boolean
}

/** A merchant's request for a batch under way, with the answer that the model expects so far. */
export type Batching = {
  readonly request: ModelBatchRequest
  expected: string
  /** The account as it was read. */
  seen: ModelAccount | undefined
  begunAtMs: number
  /** Its lines as they were checked. */
  lines: ReturnType<ReturnType<typeof modelBatches>['judgeLines']>['lines']
}

/** Decides when each asynchronous step of the core is taken, and when its caller gets the result. */
export type Turns = {
  /** Takes a step when its turn comes; resolves with its result in a later turn. */
  take<T>(actor: Actor, name: string, step: () => Promise<T>): Promise<T>
  /**
   * Gives a turn to one of the waiting steps: of one actor, or of all when none is named. False when none waits.
   * Steps of a dead run get no more turns. Throws what the step throws.
   */
  give(choice: { readonly pick: number; readonly actor?: Actor | undefined }): Promise<boolean>
}

/** Resolves when everything that does not wait for a turn has gone on. */
export function everythingGoesOn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
