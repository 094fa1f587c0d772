import type { Done } from '../../actions/attribution.ts'
import type { Invitation } from '../../model/people.ts'
import type { PeopleRefusal } from '../../model/peopleRefusal.ts'
import { type ActingPerson, recordingOf, refuseActing, refuseOver } from '../acting.ts'
import { type InvitationPorts, idOfInvitation } from './invitations.ts'
import type { UserPorts } from './users.ts'

/** An invitation that still lets a person join, or set a new password. */
export type OpenInvitation = Pick<Invitation, 'role' | 'invitedBy' | 'createdAtMs' | 'expiresAtMs'> & {
  /** The id for revoking it. It does not let anybody join. */
  readonly id: string
  /** The name of the user who sets a new password; null where a new user joins. */
  readonly userName: string | null
}

/** The function that {@link listInvitations} returns. */
export type ListInvitations = (
  request: { readonly accountId: string | null } & Pick<ActingPerson, 'by'>,
) => Promise<readonly OpenInvitation[] | PeopleRefusal>

/**
 * Lists the invitations to an account, or of operators, that are still valid, the oldest first. Refused with
 * `not_allowed`.
 */
export function listInvitations(ports: Pick<InvitationPorts, 'people' | 'clock'>): ListInvitations {
  return async ({ accountId, by }) =>
    refuseOver({ by }, 'user.list', { accountId }) ?? (await openOnes(ports, accountId)).map(({ shown }) => shown)
}

/** The function that {@link revokeInvitation} returns. */
export type RevokeInvitation = (
  request: { readonly accountId: string | null; readonly invitationId: string } & ActingPerson,
) => Promise<{ readonly revoked: OpenInvitation } | PeopleRefusal>

/**
 * Revokes an invitation: its link no longer works. Refused with `not_allowed`, and with `invitation_gone` where the
 * account has no such invitation that is still valid.
 */
export function revokeInvitation(ports: UserPorts): RevokeInvitation {
  return async (request) => {
    const { accountId, invitationId } = request
    const refusal = refuseActing(request) ?? refuseOver(request, 'user.uninvite', { accountId })
    if (refusal) return refusal
    const open = await openOnes(ports, accountId)
    const found = open.find(({ shown }) => shown.id === invitationId)
    const { role } = found?.shown ?? {}
    const mayNot = refuseOver(request, 'user.uninvite', { accountId, role })
    if (mayNot) return mayNot
    const recorded = found && recordingOf(ports, request)(() => revokedDone(found.shown, accountId))
    const isRevoked =
      found && (await ports.people.revoke({ digest: found.digest, nowMs: ports.clock.nowMs() }, recorded))
    if (isRevoked) return { revoked: found.shown }
    return { refused: 'invitation_gone', message: `There is no open invitation ${invitationId}` }
  }
}

function revokedDone({ role, userName }: OpenInvitation, accountId: string | null): Done {
  const subject = userName === null ? `invitation of ${role}` : `user ${userName}`
  return { kind: 'user.uninvite', accountId, subject, before: { role }, after: null }
}

/** The valid ones. Only an active user may set a new password. */
async function openOnes(
  { people, clock }: Pick<InvitationPorts, 'people' | 'clock'>,
  accountId: string | null,
): Promise<readonly { readonly digest: string; readonly shown: OpenInvitation }[]> {
  const found = await people.invitations({ accountId, nowMs: clock.nowMs() })
  const open = await Promise.all(
    found.map(async (invitation) => {
      const { digest, role, userId, invitedBy, createdAtMs, expiresAtMs } = invitation
      const user = userId === null ? undefined : await people.user(userId)
      if (userId !== null && user?.state !== 'active') return []
      const userName = user?.name ?? null
      const shown = { id: idOfInvitation(invitation), role, userName, invitedBy, createdAtMs, expiresAtMs }
      return [{ digest, shown }]
    }),
  )
  return open.flat()
}
