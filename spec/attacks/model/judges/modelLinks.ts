import { isFinal, type ModelAccount, type ModelPayment, type ModelRequest } from './modelRules.ts'

/** A payment link as the model knows it. */
export type ModelLink = {
  readonly account: ModelAccount
  readonly reference: string
  readonly token: string
  readonly amount: number
  /** How often it may be paid; null for any number of times. */
  readonly uses: number | null
  readonly expiresAtMs: number
  isEnded: boolean
}

/** What a merchant asks for. */
export type WishedLink = Pick<ModelLink, 'account' | 'reference' | 'amount' | 'uses'>

/** Payment links, counted by the payments through them. */
export function modelLinks(payments: ReadonlyMap<string, ModelPayment>) {
  const all = new Map<string, ModelLink>()
  const paidThrough = (id: string) => [...payments.values()].filter(({ link }) => link === id)
  const used = (id: string) => paidThrough(id).filter(({ state }) => state !== 'failed').length

  function isOver(id: string, nowMs: number): boolean {
    const link = all.get(id)
    return !link || link.isEnded || nowMs >= link.expiresAtMs || used(id) >= (link.uses ?? Number.POSITIVE_INFINITY)
  }

  return {
    all,
    used,
    /** Whether a link is over for a payment, and whether its phone number has a payment through the link that is open. */
    stateFor({ link, phoneNumber }: ModelRequest, nowMs: number): { isOver: boolean; isAsked: boolean } | undefined {
      if (link === undefined) return undefined
      const isAsked = paidThrough(link).some((one) => one.phoneNumber === phoneNumber && !isFinal(one))
      return { isOver: isOver(link, nowMs), isAsked }
    },
    /** What keeps a merchant from making a link. */
    refusal({ account, reference }: Pick<WishedLink, 'account' | 'reference'>): string {
      const { kyc, apiAccess, activated } = account.rights
      if (!kyc) return 'kyc_incomplete'
      if (!apiAccess) return 'api_access_off'
      if (!activated) return 'currency_not_activated'
      const isUsed = [...all.values()].some((one) => one.account === account && one.reference === reference)
      return isUsed ? 'duplicate_link' : 'done'
    },
    /** Ends a link for its merchant. */
    end(id: string, nowMs: number): string {
      const link = all.get(id)
      if (!link) return 'link_not_found'
      if (!link.account.rights.kyc) return 'kyc_incomplete'
      if (!link.account.rights.apiAccess) return 'api_access_off'
      if (!link.isEnded && nowMs >= link.expiresAtMs) return 'link_is_over'
      link.isEnded = true
      return 'done'
    },
  }
}
