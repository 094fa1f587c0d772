import type { Account } from '../model/account.ts'
import type { Refusal } from '../model/refusal.ts'

/** The rules about the account alone, which apply to look-ups too: KYC first, then API access. */
export function mayUseApi({ kyc, apiAccess }: Account): Refusal | undefined {
  if (kyc !== 'complete') return { refused: 'kyc_incomplete' }
  return apiAccess ? undefined : { refused: 'api_access_off' }
}
