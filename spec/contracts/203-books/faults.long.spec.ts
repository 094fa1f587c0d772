import { memoryStore } from '../../../adapters/memory/memory.ts'
import { times } from '../../night.ts'
import { test } from '../../rule.ts'
import { eachIsNoticed } from '../brokenPromises.ts'
import { booksWith } from './books.ts'
import { faultsOfActions } from './faults/actions.ts'
import { faultsOfDayCounts } from './faults/dayCounts.ts'
import { faultsOfDue } from './faults/due.ts'
import { faultsOfErasures } from './faults/erasures.ts'
import { faultsOfEvents, faultsOfEventsOfTypes } from './faults/events.ts'
import { faultsOfEveryAccount } from './faults/everyAccount.ts'
import { faultsOfExchanges } from './faults/exchanges.ts'
import { faultsOfExpiringKeys } from './faults/expiringKeys.ts'
import { faultsOfInvariants } from './faults/invariants.ts'
import { faultsOfLastEvent } from './faults/lastEvent.ts'
import { faultsOfLineStops } from './faults/lineStops.ts'
import { faultsOfLists } from './faults/lists.ts'
import { faultsOfPayments } from './faults/payments.ts'
import { faultsOfPrompts } from './faults/prompts.ts'
import { faultsOfRanges } from './faults/ranges.ts'
import { faultsOfRecords } from './faults/records.ts'
import { faultsOfRefunds } from './faults/refunds.ts'
import { faultsOfScope } from './faults/scope.ts'
import { faultsOfSnapshots } from './faults/snapshots.ts'
import { faultsOfStatements } from './faults/statements.ts'
import { faultsOfSteps } from './faults/steps.ts'
import { faultsOfTexts } from './faults/texts.ts'
import { faultsOfTime } from './faults/time.ts'

const faults = {
  ...faultsOfSteps,
  ...faultsOfScope,
  ...faultsOfInvariants,
  ...faultsOfPayments,
  ...faultsOfSnapshots,
  ...faultsOfDue,
  ...faultsOfLists,
  ...faultsOfRecords,
  ...faultsOfEvents,
  ...faultsOfRanges,
  ...faultsOfStatements,
  ...faultsOfLastEvent,
  ...faultsOfTexts,
  ...faultsOfPrompts,
  ...faultsOfTime,
  ...faultsOfEventsOfTypes,
  ...faultsOfLineStops,
  ...faultsOfExchanges,
  ...faultsOfDayCounts,
  ...faultsOfActions,
  ...faultsOfErasures,
  ...faultsOfRefunds,
  ...faultsOfExpiringKeys,
  ...faultsOfEveryAccount,
}

describe('The books: broken promises', () => {
  test(
    'a store whose books break one promise fails on it, and on no other',
    eachIsNoticed(booksWith(times({ night: 1, day: 0.1 })), memoryStore, faults),
  )
})
