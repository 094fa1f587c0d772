import {
  collectThroughLink,
  createLink,
  endLink,
  isRefusal,
  type LinkRequest,
  lookUpLink,
  openLink,
  type PaidLink,
  type PayLinkPorts,
  payLink,
  type Refusal,
} from '../../../../core/sente.ts'
import { openCore } from '../../../fixtures/core.ts'

/** A good request for a link. */
export const asked: LinkRequest = {
  ...{ reference: 'order-17', amount: 5_000, currency: 'UGX', description: 'Two kilograms of coffee' },
  ...{ uses: 1, returnUrl: null, expiresAtMs: null },
}

/** A core with a link for one payment of UGX 5,000, and the acts of customers on its page. */
export async function openLinks(
  given: Partial<LinkRequest> = {},
  other: Parameters<typeof openCore>[1] & Pick<PayLinkPorts, 'onBreakage'> = {},
) {
  const core = await openCore({}, other)
  const { ports, network, caller } = core
  const page = { ...ports, collectThroughLink: collectThroughLink(ports) }
  const create = async (change: Partial<LinkRequest> = {}) =>
    createLink(ports)({ caller: await caller(), request: { ...asked, ...change } })
  const created = await create(given)
  if (!created || isRefusal(created)) throw new Error(created?.refused)
  const { link, token } = created
  const pay = payLink(page)
  const shown = async (of = token) => {
    const found = await openLink(page)({ token: of })
    if (isRefusal(found)) throw new Error(found.refused)
    return found
  }
  return {
    ...core,
    page,
    link,
    token,
    create,
    shown,
    pay,
    /** Sends a new form over a network with this behaviour; resolves with the payment or the refusal. */
    async sends(behaviour: Parameters<typeof network.behaves>[0], phoneNumber = '256770000001', chosen?: string) {
      network.behaves(behaviour)
      const { nonce } = await shown()
      const answer = await pay({ token, nonce, phoneNumber, ...(chosen !== undefined && { network: chosen }) })
      await core.ports.books.list({ limit: 1 })
      return answer
    },
    stands: async () => {
      const found = await lookUpLink(ports)({ caller: await caller(), linkId: link.id })
      if (isRefusal(found)) throw new Error(found.refused)
      return found
    },
    end: async () => endLink(ports)({ caller: await caller(), linkId: link.id }),
  }
}

export function paymentIn(answer: PaidLink | Refusal) {
  if (isRefusal(answer)) throw new Error(answer.refused)
  if (!('payment' in answer)) throw new Error(`no payment, but ${Object.keys(answer)}`)
  return answer.payment
}

/** A core whose network has answered before a payment is looked at. */
export async function settled(core: Awaited<ReturnType<typeof openLinks>>, id: string, state: string) {
  for (;;) {
    const transaction = await core.ports.books.transaction(id)
    if (transaction?.state === state) return transaction
    await new Promise((resolve) => setImmediate(resolve))
  }
}
