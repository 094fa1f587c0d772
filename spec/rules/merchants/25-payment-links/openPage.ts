import type { DashboardDeps } from '../../../../adapters/dashboard/pages.ts'
import { createLink, isRefusal, type LinkRequest } from '../../../../core/sente.ts'
import { openDashboard } from '../../../fixtures/http/dashboard.ts'
import { ownForm } from '../../../fixtures/http/pages.ts'

/** A link, and the acts of a customer's browser on its page. */
export async function openPage(given: Partial<LinkRequest> = {}, more: Partial<DashboardDeps> = {}) {
  const dashboard = await openDashboard({}, {}, () => more)
  const { ports, caller, ask } = dashboard
  const request: LinkRequest = {
    ...{ reference: 'order-17', amount: 5_000, currency: 'UGX', description: 'Two kilograms of <b>coffee</b>' },
    ...{ uses: 1, returnUrl: 'https://shop.example/thanks', expiresAtMs: null, ...given },
  }
  const created = await createLink(ports)({ caller: await caller(), request })
  if (!created || isRefusal(created)) throw new Error(created?.refused)
  const path = `pay/${created.token}`
  const nonce = async () => /name="nonce" value="([0-9a-f]{32})"/.exec((await ask(path)).body)?.[1] ?? ''
  const send = (form: Record<string, string>) => ask.post(path, { form, headers: ownForm })
  const pay = async (phone_number = '0770 000 001') => send({ nonce: await nonce(), phone_number })
  const follow = (location: string | undefined) => ask((location ?? '').slice(1))
  return { ...dashboard, path, nonce, send, pay, follow }
}
