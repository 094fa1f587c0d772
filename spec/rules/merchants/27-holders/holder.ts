import { createAccount, isRefusal, type MadeAttempt } from '../../../../core/sente.ts'
import { openDashboard, password } from '../../../fixtures/http/dashboard.ts'

/** An owner of an account with data for every page, another account's owner, and the actions of each. */
export async function openHolder(...given: Parameters<typeof openDashboard>) {
  const dashboard = await openDashboard(...given)
  const { ports, userOf, account } = dashboard
  const owner = await userOf('owner')

  /** A user with every permission, but of another account. */
  async function strangerOf() {
    const other = await createAccount(ports)({ by: 'okello', name: 'Other', kyc: 'complete', activate: ['UGX'] })
    if (isRefusal(other)) throw new Error(other.message)
    return userOf('owner', 'stranger', other.account.id)
  }

  /** The kinds of the actions recorded under a name, the first one first. */
  async function doneBy(name = owner.user.name): Promise<readonly string[]> {
    const { actions } = await ports.actions.list({ limit: 100 })
    return actions
      .filter(({ by, kind }) => by === name && kind !== 'user.join')
      .map(({ kind }) => kind)
      .toReversed()
  }

  const endpoints = () => ports.webhooks.ofAccount(account.id)

  /** An endpoint added by the owner. */
  async function addEndpoint(url = 'https://shop.example/hooks', more: Record<string, string> = {}) {
    await owner.post('/dashboard/webhooks/new', { url, password, ...more })
    const [endpoint] = (await endpoints()).filter((one) => one.url === url)
    if (!endpoint) throw new Error('no endpoint was added')
    return endpoint
  }

  /** Notes attempts at an endpoint, like a delivering node. */
  async function attempted(id: string, attempts: readonly Partial<MadeAttempt>[]): Promise<void> {
    const { webhooks, clock } = ports
    const claim = { by: 'a node', nowMs: clock.nowMs(), leaseMs: 0 }
    await webhooks.claim({ ...claim, leaseMs: 60_000, longestPauseMs: 86_400_000, limit: 10 })
    const made = attempts.map((one) => ({
      ...{ sequence: 1, attempt: 1, status: 200, problem: null, tookMs: 12, answer: 'ok' },
      ...one,
    }))
    const last = Math.max(...made.map(({ sequence }) => sequence))
    const progress = { upTo: last, failingMs: null }
    const isKept = await webhooks.settle(id, claim, { progress, waiting: [], ended: [], attempts: made })
    if (!isKept) throw new Error('the attempts were not kept')
  }

  return { ...dashboard, ...owner, accountId: account.id, strangerOf, doneBy, endpoints, addEndpoint, attempted }
}
