import { openCommandLine } from '../commandLine.ts'

/** An endpoint's URL. */
export const url = 'https://duka.example/hooks'

/** The result of {@link openWithEndpoint}. */
export type LineWithEndpoint = Awaited<ReturnType<typeof openWithEndpoint>>

/** A command line whose account has an endpoint. */
export async function openWithEndpoint(at = url) {
  const line = await openCommandLine()
  const { json: endpoint } = await line.json('webhook', 'add', line.id, at)
  return { ...line, endpoint: String(endpoint.endpoint_id), secret: String(endpoint.secret) }
}

/** An attempt has failed that long ago, or succeeded now. */
export async function attempted({ store, endpoint }: LineWithEndpoint, failingMs: number | null) {
  const claim = { by: 'node', nowMs: store.clock.nowMs(), leaseMs: 1, longestPauseMs: 1 }
  await store.webhooks.claim({ ...claim, limit: 9 })
  const settlement = { progress: { upTo: 1, failingMs }, waiting: [], ended: [], attempts: [] }
  await store.webhooks.settle(endpoint, { ...claim, leaseMs: 0 }, settlement)
}

/** An endpoint with two events. */
export async function openWithEvents() {
  const line = await openWithEndpoint()
  await line.json('account', 'fund', line.id, 'UGX', '1', '--reference', 'bank-1')
  await line.json('account', 'fund', line.id, 'UGX', '1', '--reference', 'bank-2')
  return line
}
