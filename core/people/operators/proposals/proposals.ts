import {
  type ActionPorts,
  type Attribution,
  type Done,
  recording,
  refuseAttribution,
} from '../../../actions/attribution.ts'
import { ProposalEnded } from '../../../actions/chain.ts'
import { type Counted, isOlderThanQuarantine } from '../../../books/quarantine.ts'
import { isSamePerson } from '../../../model/fourEyes.ts'
import { malformedExplanation, type OperatorRefusal, unknownAccount } from '../../../model/operatorRefusal.ts'
import { isOperator, nameKeyOf } from '../../../model/people.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Action, Actions, Facts } from '../../../ports/operators/actions.ts'
import type { Quarantines } from '../../../ports/operators/quarantines.ts'
import type { People } from '../../../ports/people/people.ts'
import { mayDo, operatorChanges } from '../../permissions.ts'
import { type Change, type ChangePorts, carryOut, type MadeChange, takesTwo } from './change.ts'

/** A change that waits, or has waited, for a second person: the action that proposed it, and the one that ended it. */
export type Proposal = {
  readonly proposed: Action
  readonly change: Change
  /** `outdated`: it is older than a quarantine of the books, which may lack its approval. */
  readonly state: 'open' | 'approved' | 'rejected' | 'expired' | 'outdated'
  readonly end: Action | null
  readonly expiresAtMs: number
}

/** The ports for reading proposals. */
export type ProposalPorts = {
  readonly actions: Actions
  readonly clock: Pick<Clock, 'nowMs'>
  readonly quarantines: Pick<Quarantines, 'all'>
}

/** The function that {@link makeChange} returns. */
export type MakeChange = (
  request: {
    readonly change: Change
    /** Whether it waits in any case, as a part of a change that needs two people as a whole. */
    readonly asProposal?: boolean
  } & Omit<Attribution, 'approval'>,
) => Promise<MadeChange | { readonly proposal: Proposal } | OperatorRefusal>

/** The function that {@link approveProposal} returns. */
export type ApproveProposal = (request: {
  readonly proposal: number
  readonly by: string
}) => Promise<MadeChange | OperatorRefusal>

/** The function that {@link rejectProposal} returns. */
export type RejectProposal = (
  request: { readonly proposal: number } & Omit<Attribution, 'approval'>,
) => Promise<{ readonly proposal: Proposal } | OperatorRefusal>

/** The function that {@link findProposal} returns. */
export type FindProposal = (request: {
  readonly proposal: number
}) => Promise<{ readonly proposal: Proposal } | OperatorRefusal>

/** The function that {@link listProposals} returns. */
export type ListProposals = () => Promise<readonly Proposal[]>

/** The ports for approving. */
export type ApprovalPorts = ChangePorts & { readonly people: Pick<People, 'userByName'> }

/** How long a proposal waits, in milliseconds. */
const waitsMs = 24 * 3_600_000

/** The kind of the action that proposes a change. */
const proposing = 'proposal.make'

/**
 * Makes a change, or stores it as a proposal if it needs two people. Refused like the change's use case, and a proposal
 * with `unknown_account`, `propose_apart`, and with `malformed_explanation` if it has no reason.
 */
export function makeChange(ports: ChangePorts): MakeChange {
  return async ({ change, asProposal = false, ...who }) => {
    const refusal = refuseAttribution(who)
    if (refusal) return refusal
    if (!asProposal && !(await takesTwo(ports, change))) return carryOut(ports, change, who)
    const unfit = who.because === undefined ? malformedExplanation : await refuseProposal(ports, change)
    if (unfit) return unfit
    const quarantines = await begunIn(ports)
    const action = await ports.actions.write(recording(ports, who)(() => proposedDone(change, quarantines)))
    if (!action) throw new Error('a proposal was not written')
    return { proposal: proposalOf(action, undefined, await nowOf(ports)) }
  }
}

/**
 * Makes a proposed change, exactly as it was proposed, for a person other than the proposer; once, in one step with the
 * action that names both. Refused with `unknown_proposal`, `proposal_ended`, `proposal_expired`, `proposal_outdated`,
 * `own_proposal`, with `proposer_left` if the proposing operator was suspended, removed or given a role that may not, and like the change under
 * the present rules: then nothing is changed, and the proposal stays open.
 */
export function approveProposal(ports: ApprovalPorts): ApproveProposal {
  return async ({ proposal: number, by }) => {
    const found = refuseAttribution({ by }) ?? (await findProposal(ports)({ proposal: number }))
    if ('refused' in found) return found
    const { proposed, change, state } = found.proposal
    if (state !== 'open') return notOpen(found.proposal)
    if (isSamePerson(by, proposed.by))
      return { refused: 'own_proposal', message: `${proposed.by} has proposed it: another person must approve it` }
    const proposer = await ports.people.userByName(nameKeyOf(proposed.by))
    if (proposer && isOperator(proposer) && !mayDo(proposer, operatorChanges[change.kind].act))
      return proposerLeft(proposed)
    const approval = { proposal: number, by }
    try {
      return await carryOut(ports, change, { by: proposed.by, because: proposed.because ?? undefined, approval })
    } catch (error) {
      if (error instanceof ProposalEnded) return ended(number)
      throw error
    }
  }
}

/** Ends a proposal without its change. The proposer may do so, too. Otherwise refused like an approval. */
export function rejectProposal(ports: ActionPorts & ProposalPorts): RejectProposal {
  return async ({ proposal: number, ...who }) => {
    const found = refuseAttribution(who) ?? (await findProposal(ports)({ proposal: number }))
    if ('refused' in found) return found
    const { proposed, state } = found.proposal
    if (state !== 'open') return notOpen(found.proposal)
    const { accountId } = proposed
    const done = {
      kind: 'proposal.reject',
      accountId,
      subject: `proposal ${number}`,
      before: null,
      after: null,
    } as const
    try {
      await ports.actions.write(recording(ports, who, number)(() => done))
    } catch (error) {
      if (error instanceof ProposalEnded) return ended(number)
      throw error
    }
    return findProposal(ports)({ proposal: number })
  }
}

/** A proposal by its number, in any state. Refused with `unknown_proposal`. */
export function findProposal(ports: ProposalPorts): FindProposal {
  const { actions } = ports
  return async ({ proposal: number }) => {
    const proposed = await actions.byNumber(number)
    if (proposed?.kind !== proposing) return { refused: 'unknown_proposal', message: `There is no proposal ${number}` }
    return { proposal: proposalOf(proposed, await actions.endOf(number), await nowOf(ports)) }
  }
}

/** The open proposals, oldest first. */
export function listProposals(ports: ProposalPorts): ListProposals {
  return async () => {
    const waiting = await ports.actions.notEnded(proposing)
    const now = await nowOf(ports)
    return waiting.map((proposed) => proposalOf(proposed, undefined, now)).filter(({ state }) => state === 'open')
  }
}

/** A moment of the books: the time, and the number of quarantines that have begun. */
type Now = { readonly nowMs: number; readonly quarantines: number }

async function nowOf(ports: ProposalPorts): Promise<Now> {
  return { nowMs: ports.clock.nowMs(), quarantines: await begunIn(ports) }
}

async function begunIn({ quarantines }: Pick<ProposalPorts, 'quarantines'>): Promise<number> {
  return (await quarantines.all()).length
}

async function refuseProposal(
  { accounts }: ChangePorts,
  { kind, request }: Change,
): Promise<OperatorRefusal | undefined> {
  if ('accountId' in request && !(await accounts.byId(request.accountId))) return unknownAccount(request.accountId)
  if (kind !== 'account.set' || Object.keys(request.settings).every((name) => name === 'kyc')) return undefined
  return { refused: 'propose_apart', message: 'The KYC status needs two people: set it alone, and the rest separately' }
}

function proposedDone({ kind, request }: Change, quarantines: number): Done {
  const accountId = 'accountId' in request ? request.accountId : null
  const after = { change: kind, request: request as unknown as Facts, quarantines }
  return { kind: proposing, accountId, subject: kind, before: null, after }
}

function proposalOf(proposed: Action, end: Action | undefined, now: Now): Proposal {
  const { change: kind, request, ...counted } = proposed.after as unknown as Proposed
  const change = { kind, request } as Change
  return {
    proposed,
    change,
    state: stateOf(proposed, end, now, counted),
    end: end ?? null,
    expiresAtMs: proposed.atMs + waitsMs,
  }
}

/** The change in the action that proposes it. */
type Proposed = { readonly change: Change['kind']; readonly request: Change['request'] } & Counted

function stateOf({ atMs }: Action, end: Action | undefined, now: Now, counted: Counted): Proposal['state'] {
  if (end) return end.approvedBy === null ? 'rejected' : 'approved'
  if (isOlderThanQuarantine(counted, now.quarantines)) return 'outdated'
  // From, not after: a proposal from a clock that was ahead does not wait longer for that.
  return Math.abs(now.nowMs - atMs) < waitsMs ? 'open' : 'expired'
}

function notOpen({ proposed: { number }, state }: Proposal): OperatorRefusal {
  if (state === 'outdated') return outdated(number)
  if (state !== 'expired') return ended(number)
  return { refused: 'proposal_expired', message: `Proposal ${number} has waited for a day: propose it again` }
}

function outdated(number: number): OperatorRefusal {
  const message = `Proposal ${number} is older than a quarantine, and may have been approved: compare, and propose it again`
  return { refused: 'proposal_outdated', message }
}

function proposerLeft({ by, number }: Action): OperatorRefusal {
  const message = `${by}, who has proposed it, may no longer do so: reject proposal ${number} and propose it again`
  return { refused: 'proposer_left', message }
}

function ended(number: number): OperatorRefusal {
  return { refused: 'proposal_ended', message: `Proposal ${number} was already approved or rejected` }
}
