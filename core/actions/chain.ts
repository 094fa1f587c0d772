import type { Action, ChainedAction, ChainPosition } from '../ports/operators/actions.ts'
import type { Secrets } from '../ports/secrets.ts'

/** An action before its place in the chain is certain. */
export type NewAction = Omit<Action, 'number' | 'previous'>

/** The error when another action has ended the proposal meanwhile, so that nothing was changed. */
export class ProposalEnded extends Error {
  override readonly name = 'ProposalEnded'
}

/** Puts an action at the end of the chain. Throws `ProposalEnded` if another one has ended its proposal. */
export function chained(given: NewAction, place: ChainPosition, secrets: Pick<Secrets, 'digest'>): ChainedAction {
  if (place.isEnded) throw new ProposalEnded(`proposal ${given.proposal} has ended`)
  const action = { ...given, number: place.number + 1, previous: place.hash }
  return { action, hash: secrets.digest(hashedText(action)) }
}

/**
 * The text behind an action's hash: all of its stored values, with the hash of the one before, as a JSON array without
 * blanks whose objects have their members in the order of their names.
 */
export function hashedText(action: Action): string {
  const { number, atMs, by, approvedBy, kind, accountId, subject, before, after, because, proposal, previous } = action
  return JSON.stringify([
    number,
    atMs,
    by,
    approvedBy,
    kind,
    accountId,
    subject,
    sorted(before),
    sorted(after),
    because,
    proposal,
    previous,
  ])
}

/** The same value with the members of its objects in the order of their names. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const names = Object.keys(value).sort()
  return Object.fromEntries(names.map((name) => [name, sorted((value as Record<string, unknown>)[name])]))
}
