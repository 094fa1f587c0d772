import { memoryStore } from '../../../adapters/memory/memory.ts'
import { rule } from '../../rule.ts'
import { eachIsNoticed } from '../sabotage.ts'
import { books } from './books.ts'
import { saboteursOfDue } from './saboteurs/due.ts'
import { saboteursOfEvents, saboteursOfEventsOfTypes } from './saboteurs/events.ts'
import { saboteursOfInvariants } from './saboteurs/invariants.ts'
import { saboteursOfLastEvent } from './saboteurs/lastEvent.ts'
import { saboteursOfLists } from './saboteurs/lists.ts'
import { saboteursOfPayments } from './saboteurs/payments.ts'
import { saboteursOfPrompts } from './saboteurs/prompts.ts'
import { saboteursOfRanges } from './saboteurs/ranges.ts'
import { saboteursOfRecords } from './saboteurs/records.ts'
import { saboteursOfScope } from './saboteurs/scope.ts'
import { saboteursOfSnapshots } from './saboteurs/snapshots.ts'
import { saboteursOfStatements } from './saboteurs/statements.ts'
import { saboteursOfSteps } from './saboteurs/steps.ts'
import { saboteursOfTexts } from './saboteurs/texts.ts'
import { saboteursOfTime } from './saboteurs/time.ts'

const saboteurs = {
  ...saboteursOfSteps,
  ...saboteursOfScope,
  ...saboteursOfInvariants,
  ...saboteursOfPayments,
  ...saboteursOfSnapshots,
  ...saboteursOfDue,
  ...saboteursOfLists,
  ...saboteursOfRecords,
  ...saboteursOfEvents,
  ...saboteursOfRanges,
  ...saboteursOfStatements,
  ...saboteursOfLastEvent,
  ...saboteursOfTexts,
  ...saboteursOfPrompts,
  ...saboteursOfTime,
  ...saboteursOfEventsOfTypes,
}

describe('14 The books: broken promises', () => {
  rule(
    '14.59',
    'a store whose books break one promise fails on it, and on no other',
    eachIsNoticed(books, memoryStore, saboteurs),
  )
})
