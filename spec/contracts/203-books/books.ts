import type { Store } from '../kit/store.ts'
import { closing, type Trial, trials } from '../kit/trial.ts'
import { actions } from './actions.ts'
import { channelStops } from './channelStops.ts'
import { dayCounts } from './dayCounts.ts'
import { due } from './due.ts'
import { erasures } from './erasures.ts'
import { events } from './events.ts'
import { eventsOfTypes } from './eventsOfTypes.ts'
import { everyAccount } from './everyAccount.ts'
import { exchanges } from './exchanges.ts'
import { expiringKeys } from './expiringKeys.ts'
import { invariants } from './invariants.ts'
import { lastEvent } from './lastEvent.ts'
import { lists } from './lists.ts'
import { marks } from './marks.ts'
import { networkIds } from './networkIds.ts'
import { payments } from './payments.ts'
import { prompts } from './prompts.ts'
import { ranges } from './ranges.ts'
import { records } from './records.ts'
import { refundedCollections } from './refundedCollections.ts'
import { refunds } from './refunds.ts'
import { scope } from './scope.ts'
import { searches } from './searches.ts'
import { statements } from './statements.ts'
import { steps } from './steps.ts'
import { anyTexts } from './texts.ts'
import { time } from './time.ts'

const factsWith = (share: number) => ({
  ...steps,
  ...scope,
  ...invariants,
  ...payments,
  ...due,
  ...lists(share),
  ...records,
  ...events,
  ...ranges,
  ...statements(share),
  ...lastEvent,
  ...anyTexts,
  ...prompts,
  ...time,
  ...eventsOfTypes,
  ...channelStops,
  ...exchanges,
  ...dayCounts,
  ...actions,
  ...erasures,
  ...refunds,
  ...expiringKeys,
  ...everyAccount,
  ...refundedCollections,
  ...marks,
  ...searches,
  ...networkIds,
})

/**
 * The promises of every Books, with its ReferenceStore, Ledger, Quarantines, ChannelStops, PaymentCases and Actions:
 * chapter 203 of the rulebook. `open` makes an empty store for each check.
 */
export function books(open: () => Store | Promise<Store>): readonly Trial[] {
  return booksWith(1)(open)
}

/** The same promises; those about many thousands of rows use only this share of them. */
export const booksWith = (share: number) => (open: () => Store | Promise<Store>) =>
  trials(factsWith(share), (example) => closing(open, example))
