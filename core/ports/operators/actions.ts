/** What was changed, before or after it, in short: texts, numbers and what else JSON has, and never a secret. */
export type Facts = { readonly [name: string]: Fact }

/** A value of {@link Facts}. */
export type Fact = string | number | boolean | null | readonly string[] | Facts

/** Something that a person has changed, for the record. */
export type Action = {
  /** Counts all actions from 1, without a gap. */
  readonly number: number
  readonly atMs: number
  /** Who did it: of a change that had waited for another person, the one who proposed it. */
  readonly by: string
  /** Who approved it; null where one person was enough. */
  readonly approvedBy: string | null
  /** What was done, such as `account.fund`. */
  readonly kind: string
  /** The account that it is about; null where it is about none. */
  readonly accountId: string | null
  /** What was changed, by its name, such as `funding float-2026-01`. */
  readonly subject: string
  readonly before: Facts | null
  readonly after: Facts | null
  readonly because: string | null
  /** The number of the proposal that it ended; null where there was none. */
  readonly proposal: number | null
  /** The hash of the action before it; empty for the first one. */
  readonly previous: string
}

/** The end of the chain of actions: the last number and the hash of that action; 0 and an empty text before the first. */
export type ChainEnd = { readonly number: number; readonly hash: string }

/** An action as the new end of the chain, and its own hash. */
export type ChainedAction = { readonly action: Action; readonly hash: string }

/** An action that is to be written with a change, in the same step. */
export type Acting<Changed extends readonly unknown[] = []> = {
  /** The proposal that it ends; null where it ends none. */
  readonly proposal: number | null
  /**
   * Makes the action, once its place is certain, of what was changed; undefined when nothing was. It throws where another
   * action has ended the proposal, and then nothing is changed.
   */
  chain(place: ActionPlace, ...changed: Changed): ChainedAction | undefined
}

/** Where an action will stand: after this end of the chain. */
export type ActionPlace = ChainEnd & {
  /** Whether another action has ended the proposal. */
  readonly isEnded: boolean
}

/** Which actions to list; a filter that is absent admits all. */
export type ActionQuery = {
  readonly accountId?: string
  readonly by?: string
  readonly kind?: string
  /** From this moment on, and before this one. */
  readonly fromMs?: number
  readonly toMs?: number
  /** Continues after a page: its `next`. */
  readonly before?: number
  /** How many at most. */
  readonly limit: number
}

/** A page of actions; `next` is the number of the last one, to continue after it, and null at the end. */
export type ActionPage = { readonly actions: readonly Action[]; readonly next: number | null }

/** What operators have done. Actions are never changed or deleted; each stands in the chain after the one before it. */
export interface Actions {
  /** Actions by their numbers, the latest first; `by` counts whoever did or approved it. */
  list(query: ActionQuery): Promise<ActionPage>
  /** An action by its number. */
  byNumber(number: number): Promise<Action | undefined>
  /** The action that has ended a proposal. */
  endOf(proposal: number): Promise<Action | undefined>
  /** The actions of this kind that no action has ended as proposals, the oldest first. */
  notEnded(kind: string): Promise<readonly Action[]>
  /** Writes an action by itself; resolves with it once it is durable. */
  write(acting: Acting): Promise<Action | undefined>
}
