import { memoryStore } from '../../../adapters/memory/memory.ts'
import { rule } from '../../rule.ts'
import { eachIsNoticed } from '../brokenPromises.ts'
import { accountRepo } from './accountRepo.ts'
import { faults } from './faults.ts'

describe('13 An account repository: broken promises', () => {
  rule(
    '13.16',
    'an account repository that breaks one promise fails on it, and on no other',
    eachIsNoticed(accountRepo, memoryStore, faults),
  )
})
