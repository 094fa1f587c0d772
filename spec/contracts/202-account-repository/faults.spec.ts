import { memoryStore } from '../../../adapters/memory/memory.ts'
import { test } from '../../rule.ts'
import { eachIsNoticed } from '../brokenPromises.ts'
import { accountRepo } from './accountRepo.ts'
import { faults } from './faults.ts'

describe('An account repository: broken promises', () => {
  test(
    'an account repository that breaks one promise fails on it, and on no other',
    eachIsNoticed(accountRepo, memoryStore, faults),
  )
})
