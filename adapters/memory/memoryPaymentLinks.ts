import {
  isFinal,
  type LinkInStep,
  type PaymentLink,
  type PaymentLinks,
  type Transaction,
  takesRoom,
} from '../../core/sente.ts'
import type { ActBeside } from './operators/actions.ts'

/** Payment links in memory, with the view of steps on them. */
type MemoryPaymentLinks = {
  readonly port: PaymentLinks
  inStep(id: string, phoneNumber: string): LinkInStep | undefined
}

/** Begins without links. `paidThrough` returns the payments through a link. */
export function memoryPaymentLinks(
  paidThrough: (linkId: string) => readonly Transaction[],
  actBeside: ActBeside,
): MemoryPaymentLinks {
  const links = new Map<string, PaymentLink>()
  const all = () => [...links.values()]
  const used = (id: string) => paidThrough(id).filter(takesRoom).length
  const find = (accountId: string, reference: string) =>
    all().find((one) => one.accountId === accountId && one.reference === reference)
  return {
    inStep(id, phoneNumber) {
      const link = links.get(id)
      const open = paidThrough(id).find((one) => one.phoneNumber === phoneNumber && !isFinal(one.state))
      return link && { link, used: link.uses === null ? 0 : used(id), openId: open?.id ?? null }
    },
    port: {
      async add(link, acting) {
        const first = find(link.accountId, link.reference)
        if (first) return first
        actBeside(acting)
        links.set(link.id, link)
        return link
      },
      byId: async (id) => links.get(id),
      byToken: async (digest) => all().find(({ tokenDigest }) => tokenDigest === digest),
      byReference: async (accountId, reference) => find(accountId, reference),
      list: async ({ accountId, before, limit }) =>
        all()
          .filter((one) => one.accountId === accountId && (before === undefined || one.id < before))
          .sort((one, other) => (one.id < other.id ? 1 : -1))
          .slice(0, limit),
      uses: async (id) => ({
        used: used(id),
        paid: paidThrough(id).filter(({ state }) => state === 'succeeded').length,
      }),
      async end({ id }, atMs, acting) {
        const link = links.get(id)
        if (link?.endedAtMs !== null) return
        actBeside(acting)
        links.set(id, { ...link, endedAtMs: atMs })
      },
    },
  }
}
