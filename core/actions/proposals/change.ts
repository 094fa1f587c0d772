import { type AccountSettings, changeAccount } from '../../accounts/changeAccount.ts'
import { type FundingRequest, fundAccount, withdrawFunds } from '../../accounts/funding/fundAccount.ts'
import { type RotatedKey, rotateKey } from '../../accounts/keys/rotateKey.ts'
import { clearLimits, type NewLimits, setLimits } from '../../accounts/limits/changeLimits.ts'
import { type MoneyRequest, type MovedMoney, moveOperatorMoney } from '../../books/float/moveOperatorMoney.ts'
import type { FollowUpPolicy } from '../../followUp/policy.ts'
import { type Decision, resolveTransaction } from '../../followUp/resolveTransaction.ts'
import type { AccountKey } from '../../model/account.ts'
import { type FourEyes, isAboveFourEyes } from '../../model/fourEyes.ts'
import { toMinor } from '../../model/money.ts'
import { malformedExplanation, type OperatorRefusal } from '../../model/operatorRefusal.ts'
import { isRefusal } from '../../model/refusal.ts'
import type { AccountLimit } from '../../model/riskLimits.ts'
import type { AccountPorts } from '../../ports/accountPorts.ts'
import type { Actions } from '../../ports/operators/actions.ts'
import type { OperatorMoney } from '../../ports/operators/operatorMoney.ts'
import type { Attribution } from '../attribution.ts'

/** A change that may have to wait for a second person, as its use case is asked for it, but for who asks and why. */
export type Change =
  | {
      readonly kind: 'account.fund' | 'account.withdraw'
      readonly request: Pick<FundingRequest, 'accountId' | 'currency' | 'amount' | 'reference'>
    }
  | {
      readonly kind: 'account.set'
      readonly request: { readonly accountId: string; readonly settings: AccountSettings }
    }
  | { readonly kind: 'key.rotate'; readonly request: { readonly accountId: string; readonly kind: AccountKey['kind'] } }
  | { readonly kind: 'account.limit'; readonly request: LimitedAccount & { readonly limits: NewLimits } }
  | {
      readonly kind: 'account.unlimit'
      readonly request: LimitedAccount & { readonly limits?: readonly AccountLimit[] }
    }
  | { readonly kind: 'float.move'; readonly request: MoneyRequest }
  | { readonly kind: 'transaction.resolve'; readonly request: Pick<Decision, 'transactionId' | 'end'> }

/** Whose limits a change is about, and in which currency. */
export type LimitedAccount = { readonly accountId: string; readonly currency: string }

/** A change that was made, the key in clear if it made one, and the move of the operator's own money if it was one. */
export type MadeChange = {
  readonly made: Change
  readonly rotated: RotatedKey | null
  readonly moved?: MovedMoney
}

/** The ports that changes need. */
export type ChangePorts = AccountPorts & {
  readonly actions: Actions
  readonly operatorMoney: OperatorMoney
  readonly policy?: FollowUpPolicy
  /** Which changes take two people; none by default. */
  readonly fourEyes?: FourEyes
}

/** Makes a change by its use case, under the rules of this moment. */
export async function carryOut(
  ports: ChangePorts,
  change: Change,
  who: Attribution,
): Promise<MadeChange | OperatorRefusal> {
  const done = await useCaseOf(ports, change, who)
  if (isRefusal(done)) return done
  return { made: change, rotated: isRotated(done) ? done : null, ...('move' in done && { moved: done }) }
}

function isRotated(done: object): done is RotatedKey {
  return 'keyId' in done && 'key' in done
}

function useCaseOf(ports: ChangePorts, change: Change, who: Attribution) {
  const { because } = who
  switch (change.kind) {
    case 'account.fund':
      return fundAccount(ports)({ ...change.request, ...who })
    case 'account.withdraw':
      return because === undefined ? refused : withdrawFunds(ports)({ ...change.request, ...who, because })
    case 'account.set':
      return changeAccount(ports)({ ...change.request, ...who })
    case 'key.rotate':
      return rotateKey(ports)({ ...change.request, ...who })
    case 'account.limit':
      return setLimits(ports)({ ...change.request, ...who })
    case 'account.unlimit':
      return clearLimits(ports)({ ...change.request, ...who })
    case 'float.move':
      return moveOperatorMoney(ports)({ ...change.request, ...who })
    case 'transaction.resolve':
      return because === undefined ? refused : resolveTransaction(ports)({ ...change.request, ...who, because })
  }
}

const refused = Promise.resolve(malformedExplanation)

/** Whether a change takes two people. What makes less possible, such as KYC that becomes incomplete, takes one. */
export async function takesTwo({ fourEyes, books }: ChangePorts, { kind, request }: Change): Promise<boolean> {
  if (!fourEyes) return false
  const { kinds } = fourEyes
  if (kind === 'account.fund' || kind === 'account.withdraw' || kind === 'float.move')
    return isAboveFourEyes(fourEyes, request.currency, toMinor(request.amount, request.currency))
  if (kind === 'account.set') return kinds.has('kyc') && request.settings.kyc === 'complete'
  if (kind === 'key.rotate') return kinds.has('keys')
  if (kind !== 'transaction.resolve') return kinds.has('limits')
  const transaction = await books.transaction(request.transactionId)
  if (!transaction) return false
  return kinds.has('decisions') || isAboveFourEyes(fourEyes, transaction.currency, transaction.amountMinor)
}
