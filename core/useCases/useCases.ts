import { accountUseCases } from './accounts.ts'
import { actionUseCases } from './actions.ts'
import { bookUseCases } from './books.ts'
import { channelUseCases } from './channels.ts'
import { followUpUseCases } from './followUp.ts'
import type { Made } from './made.ts'
import { batchUseCases, linkPageUseCases, linkUseCases, paymentUseCases, searchUseCases } from './payments.ts'
import { noticeUseCases, operatorUseCases, ownUseCases, peopleUseCases } from './people.ts'
import { personalDataUseCases } from './personalData.ts'
import { reconciliationUseCases } from './reconciliation.ts'
import { webhookUseCases } from './webhooks.ts'

/**
 * The factories of all use cases of a gateway, of every subject.
 *
 * @hidden
 */
export const useCases = {
  ...accountUseCases,
  ...actionUseCases,
  ...bookUseCases,
  ...channelUseCases,
  ...followUpUseCases,
  ...paymentUseCases,
  ...searchUseCases,
  ...batchUseCases,
  ...linkUseCases,
  ...linkPageUseCases,
  ...ownUseCases,
  ...operatorUseCases,
  ...peopleUseCases,
  ...noticeUseCases,
  ...personalDataUseCases,
  ...reconciliationUseCases,
  ...webhookUseCases,
}

/** All use cases of a gateway. */
export type UseCases = Made<typeof useCases>
