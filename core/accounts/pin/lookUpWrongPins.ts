import type { Account } from '../../model/account.ts'
import type { AccountPorts } from '../../ports/accountPorts.ts'
import { type WrongPins, wrongPinsOf } from './judgePin.ts'

/** The function that {@link lookUpWrongPins} returns. */
export type LookUpWrongPins = (request: { readonly account: Account }) => Promise<WrongPins>

/** Looks up the count of an account's wrong PINs, by the clock that judges the next one. Counts nothing itself. */
export function lookUpWrongPins({ books, clock }: Pick<AccountPorts, 'books' | 'clock'>): LookUpWrongPins {
  return ({ account }) => {
    // No balance is read.
    const scope = { account: account.id, currency: '' }
    return books.atomically(scope, (work) => wrongPinsOf(account, work.pinCount(), work.nowMs(clock.nowMs())))
  }
}
