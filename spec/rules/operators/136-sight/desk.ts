import { minuteMs } from '../../../fixtures/core.ts'
import { openDashboard } from '../../../fixtures/http/dashboard.ts'

/** The pages beside an account, and an operator at them; once a session has ended, another operator signs in. */
export async function openDesk() {
  const dashboard = await openDashboard()
  const { clock, userOf } = dashboard
  let session: { readonly opened: ReturnType<typeof userOf>; readonly atMs: number } | undefined
  let operators = 0
  async function operator() {
    if (!session || clock.nowMs() - session.atMs > 20 * minuteMs) {
      operators += 1
      const name = `nakato${operators > 1 ? operators : ''}@gateway.example`
      session = { opened: userOf('operator', name), atMs: clock.nowMs() }
    }
    return session.opened
  }
  return {
    ...dashboard,
    get: async (path: string) => (await operator()).get(path),
    post: async (path: string, form: Record<string, string>) => (await operator()).post(path, form),
  }
}
