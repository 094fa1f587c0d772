import { isFinal } from '../../model/transaction.ts'
import type { Prompt } from '../../ports/books/counts.ts'
import type { Scope, UnitOfWork } from '../../ports/books/unitOfWork.ts'
import type { Step } from './step.ts'
import type { StepRows } from './stepRows.ts'

/** The counts for limits, in a step: wrong PINs, prompts to a phone number, and the payments of a day. */
export function countsIn({
  rows,
  scope,
  changes,
}: Step): Pick<UnitOfWork, 'pinCount' | 'countPin' | 'prompts' | 'keepPrompts' | 'dayCount' | 'countDay'> {
  const { account } = scope
  return {
    pinCount: () => changes.pinCount ?? rows.pinCount(account),
    countPin(count) {
      changes.pinCount = count
    },
    prompts: () => changes.prompts?.prompts ?? promptsNow(rows, phoneNumberIn(scope)),
    keepPrompts(prompts) {
      changes.prompts = { phoneNumber: phoneNumberIn(scope), prompts }
    },
    dayCount() {
      withinDay(scope)
      return changes.dayCount ?? rows.dayCount(account, scope.currency)
    },
    countDay(count) {
      withinDay(scope, count)
      changes.dayCount = count
    },
  }
}

function withinDay(
  scope: Scope,
  { accountId, currency } = { accountId: scope.account, currency: scope.currency },
): void {
  if (!scope.dayCount) throw new Error('a step counts payments of a day, and its scope does not say so')
  if (accountId === scope.account && currency === scope.currency) return
  throw new Error(`a step about ${scope.currency} of account ${scope.account} counts ${currency} of ${accountId}`)
}

function phoneNumberIn({ phoneNumber }: Scope): string {
  if (phoneNumber === undefined) throw new Error('a step counts prompts, and its scope names no phone number')
  return phoneNumber
}

/** Reads the open ones again: their end is not counted when it happens. */
function promptsNow(rows: StepRows, phoneNumber: string): Prompt[] {
  return rows.prompts(phoneNumber).flatMap((prompt) => {
    if (!prompt.isOpen) return [prompt]
    const transaction = rows.transaction(prompt.transactionId)
    if (transaction && !isFinal(transaction.state)) return [prompt]
    return transaction?.reason === 'not_sent' ? [] : [{ ...prompt, isOpen: false }]
  })
}
