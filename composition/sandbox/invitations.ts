import { type AccountPorts, inviteUser, isRefusal, type Role, type Store } from '../../core/sente.ts'

type Ports = AccountPorts & Pick<Store, 'people'>

/**
 * The paths of the links by which the first manager of an account, and the first operator, join; none if there are
 * users.
 */
export async function firstInvitations(ports: Ports, accountId: string) {
  return { manager: await linkFor(ports, 'manager', accountId), operator: await linkFor(ports, 'operator', null) }
}

async function linkFor(ports: Ports, role: Role, accountId: string | null): Promise<string | undefined> {
  if ((await ports.people.users({ accountId })).length > 0) return undefined
  const invited = await inviteUser(ports)({ by: 'sandbox', because: 'the first start', role, accountId })
  if (isRefusal(invited)) throw new Error(invited.message)
  return `/join/${invited.token}`
}
