import { activateCurrency, closeAccount, deactivateCurrency } from '../../accounts/changeAccount.ts'
import { type CreatedAccount, createAccount, type NewAccount } from '../../accounts/createAccount.ts'
import type { Account } from '../../model/account.ts'
import type { FourEyes } from '../../model/fourEyes.ts'
import { isName, type OperatorRefusal } from '../../model/operatorRefusal.ts'
import type { PeopleRefusal } from '../../model/peopleRefusal.ts'
import type { AccountPorts } from '../../ports/accountPorts.ts'
import { malformedName } from '../acting.ts'
import { type AsOperator, operatorIn } from './operating.ts'

/** The function that {@link createAccountAsOperator} returns. */
export type CreateAccountAsOperator = (
  request: AsOperator & Omit<NewAccount, 'by' | 'because'>,
) => Promise<CreatedAccount | OperatorRefusal | PeopleRefusal>

/** The function that {@link changeCurrencyAsOperator} returns. */
export type ChangeCurrencyAsOperator = (
  request: AsOperator & { readonly accountId: string; readonly currency: string; readonly isActivated: boolean },
) => Promise<Account | OperatorRefusal | PeopleRefusal>

/** The function that {@link closeAccountAsOperator} returns. */
export type CloseAccountAsOperator = (
  request: AsOperator & { readonly accountId: string },
) => Promise<Account | OperatorRefusal | PeopleRefusal>

/**
 * Creates an account under the name of an operator who is signed in. Refused with `not_allowed`, with `password_needed`
 * unless the password was given within the last minutes, with `malformed_name`, and as `createAccount` is.
 */
export function createAccountAsOperator(
  ports: AccountPorts & { readonly fourEyes?: FourEyes | undefined },
): CreateAccountAsOperator {
  const create = createAccount(ports)
  return async ({ who, ...account }) => {
    const operator = operatorIn(ports, who, 'operator.create_account')
    if ('refused' in operator) return operator
    return isName(account.name) ? create({ ...account, ...operator }) : malformedName
  }
}

/**
 * Lets an account pay in a currency, with the password, or stops it, as owners do for their own. Refused as theirs.
 */
export function changeCurrencyAsOperator(ports: AccountPorts): ChangeCurrencyAsOperator {
  const [activate, deactivate] = [activateCurrency(ports), deactivateCurrency(ports)]
  return async ({ who, isActivated, ...request }) => {
    const operator = operatorIn(ports, who, isActivated ? 'operator.activate' : 'operator.deactivate')
    if ('refused' in operator) return operator
    return (isActivated ? activate : deactivate)({ ...request, ...operator })
  }
}

/** Closes an account for good, with the password. Refused as {@link createAccountAsOperator} and `closeAccount` are. */
export function closeAccountAsOperator(ports: AccountPorts): CloseAccountAsOperator {
  const close = closeAccount(ports)
  return async ({ who, ...request }) => {
    const operator = operatorIn(ports, who, 'operator.close_account')
    return 'refused' in operator ? operator : close({ ...request, ...operator })
  }
}
