import { nodePasswords } from '../../adapters/node/node.ts'
import { type AccountPorts, acceptInvitation, inviteUser, isRefusal, type Store } from '../../core/sente.ts'

/** Signs a manager of each account in; resolves with the cookies that their browsers send from then on. */
export async function signInManagers(given: AccountPorts & Pick<Store, 'people'>): Promise<string[]> {
  // Hashes at their full price would take a minute, and are no part of what is measured.
  const ports = { ...given, passwords: nodePasswords({ log2N: 4, r: 8, p: 1 }) }
  const cookies: string[] = []
  const { accounts } = await ports.accounts.list({ limit: 1_000 })
  for (const { id } of accounts) {
    const invited = await inviteUser(ports)({ by: 'bench', role: 'manager', accountId: id })
    if (isRefusal(invited)) throw new Error(invited.message)
    const client = { network: '127.0.0.1', device: 'a browser' }
    const person = { name: `manager of ${id}`, password: 'seven herons over Jinja', client }
    const opened = await acceptInvitation(ports)({ token: invited.token, ...person })
    if (isRefusal(opened)) throw new Error(opened.message)
    cookies.push(`sente-session=${opened.token}`)
  }
  return cookies
}
