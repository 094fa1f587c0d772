import { memoryStore } from '../../../adapters/memory/memory.ts'
import { rule } from '../../rule.ts'
import { eachIsNoticed } from '../sabotage.ts'
import { accountRepo } from './accountRepo.ts'
import { saboteurs } from './saboteurs.ts'

describe('13 An account repository: broken promises', () => {
  rule(
    '13.16',
    'an account repository that breaks one promise fails on it, and on no other',
    eachIsNoticed(accountRepo, memoryStore, saboteurs),
  )
})
