import { memoryStore } from '../../../adapters/memory/memory.ts'
import { times } from '../../night.ts'
import { test } from '../../rule.ts'
import { eachIsNoticed } from '../brokenPromises.ts'
import { booksWith } from './books.ts'
import { faultsOfAtOnce } from './faults/atOnce.ts'
import { faultsOfEvents } from './faults/events.ts'
import { faultsOfLists } from './faults/lists.ts'
import { faultsOfRecords } from './faults/records.ts'
import { faultsOfSteps } from './faults/steps.ts'

const faults = { ...faultsOfSteps, ...faultsOfAtOnce, ...faultsOfLists, ...faultsOfRecords, ...faultsOfEvents }

describe('The books: broken promises', () => {
  test(
    'a store whose books break one promise fails on it, and on no other',
    eachIsNoticed(booksWith(times({ night: 1, day: 0.1 })), memoryStore, faults),
  )
})
