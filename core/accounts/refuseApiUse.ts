import type { Account } from '../model/account.ts'
import type { Refusal } from '../model/refusal.ts'

/**
 * Refuses an account that may not use the API, by the rules that also apply to look-ups: KYC first, then API access.
 */
export function refuseApiUse({ kyc, apiAccess }: Account): Refusal | undefined {
  if (kyc !== 'complete') return { refused: 'kyc_incomplete' }
  return apiAccess ? undefined : { refused: 'api_access_off' }
}
