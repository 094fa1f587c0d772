import { type AccountPorts, inviteUser, isRefusal, type Role, type Store } from '../../core/sente.ts'

type Ports = AccountPorts & Pick<Store, 'people'>

/**
 * The paths of the links by which the first owner of an account, and the first administrator, join; none if there are
 * users.
 */
export async function firstInvitations(ports: Ports, accountId: string) {
  return { owner: await linkFor(ports, 'owner', accountId), administrator: await linkFor(ports, 'administrator', null) }
}

async function linkFor(ports: Ports, role: Role, accountId: string | null): Promise<string | undefined> {
  if ((await ports.people.users({ accountId })).length > 0) return undefined
  const invited = await inviteUser(ports)({ by: 'sandbox', because: 'the first start', role, accountId })
  if (isRefusal(invited)) throw new Error(invited.message)
  return `/join/${invited.token}`
}
