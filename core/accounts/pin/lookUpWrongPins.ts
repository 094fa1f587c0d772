import type { Account } from '../../model/account.ts'
import type { AccountPorts } from '../../ports/accountPorts.ts'
import { type WrongPins, wrongPinsOf } from './judgePin.ts'

/** The function that {@link lookUpWrongPins} returns. */
export type LookUpWrongPins = (request: { readonly account: Account }) => Promise<WrongPins>

/** Looks up what was counted of an account's PIN, by the clock that judges the next one; counts nothing itself. */
export function lookUpWrongPins({ books, clock }: Pick<AccountPorts, 'books' | 'clock'>): LookUpWrongPins {
  return ({ account }) => {
    // No balance is looked at.
    const scope = { account: account.id, currency: '' }
    return books.atomically(scope, (work) => wrongPinsOf(account, work.pinCount(), work.nowMs(clock.nowMs())))
  }
}
