import { memoryStore } from '../../../adapters/memory/memory.ts'
import { test } from '../../rule.ts'
import { eachIsNoticed } from '../brokenPromises.ts'
import { faults } from './faults.ts'
import { figures } from './figures.ts'

describe('Figures: broken promises', () => {
  test(
    'a store whose figures break one promise fails on it, and on no other',
    eachIsNoticed(figures, memoryStore, faults),
  )
})
