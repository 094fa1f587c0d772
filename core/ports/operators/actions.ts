/** The changed values, before or after a change, in short: texts, numbers and other JSON, and never a secret. */
export type Facts = { readonly [name: string]: Fact }

/** A value of {@link Facts}. */
export type Fact = string | number | boolean | null | readonly string[] | Facts

/** A change made by a person, for the record. */
export type Action = {
  /** Counts all actions from 1, without a gap. */
  readonly number: number
  readonly atMs: number
  /** The author; for a change that waited for another person, the proposer. */
  readonly by: string
  /** The approver; null if one person was enough. */
  readonly approvedBy: string | null
  /** The kind of change, such as `account.fund`. */
  readonly kind: string
  /** The account that it concerns; null if there is none. */
  readonly accountId: string | null
  /** The name of the changed object, such as `funding float-2026-01`. */
  readonly subject: string
  readonly before: Facts | null
  readonly after: Facts | null
  readonly because: string | null
  /** The number of the proposal that it ended; null if there was none. */
  readonly proposal: number | null
  /** The hash of the action before it; empty for the first one. */
  readonly previous: string
}

/** The end of the chain of actions: the last number and the hash of that action; 0 and an empty text before the first. */
export type ChainEnd = { readonly number: number; readonly hash: string }

/** An action as the new end of the chain, and its own hash. */
export type ChainedAction = { readonly action: Action; readonly hash: string }

/** An action to be written with a change, in the same step. */
export type Acting<Changed extends readonly unknown[] = []> = {
  /** The proposal that it ends; null if there is none. */
  readonly proposal: number | null
  /**
   * Makes the action of the changed values, once its place is certain; undefined when nothing was changed. Throws if
   * another action has ended the proposal, and then nothing is changed.
   */
  chain(place: ChainPosition, ...changed: Changed): ChainedAction | undefined
}

/** The place of a new action: after this end of the chain. */
export type ChainPosition = ChainEnd & {
  /** Whether another action has ended the proposal. */
  readonly isEnded: boolean
}

/** The query for actions. An absent filter admits all. */
export type ActionQuery = {
  readonly accountId?: string
  readonly by?: string
  readonly kind?: string
  /** Only actions from this moment on, and before the other. */
  readonly fromMs?: number
  readonly toMs?: number
  /** Continues after a page: its `next`. */
  readonly before?: number
  /** The most that are returned. */
  readonly limit: number
}

/** A page of actions; `next` is the number of the last one, to continue after it, and null at the end. */
export type ActionPage = { readonly actions: readonly Action[]; readonly next: number | null }

/**
 * The record of operators' actions. Actions are never changed or deleted; each comes after the previous one in the
 * chain.
 */
export interface Actions {
  /** Actions by their numbers, latest first; `by` matches authors and approvers. */
  list(query: ActionQuery): Promise<ActionPage>
  /** An action by its number. */
  byNumber(number: number): Promise<Action | undefined>
  /** The action that has ended a proposal. */
  endOf(proposal: number): Promise<Action | undefined>
  /** The actions of this kind that no action has ended as proposals, oldest first. */
  notEnded(kind: string): Promise<readonly Action[]>
  /** Writes an action by itself. Resolves with it once it is durable. */
  write(acting: Acting): Promise<Action | undefined>
}
