import { rule } from '../../rule.ts'
import { eachIsNoticed } from '../brokenPromises.ts'
import { faults } from './faults.ts'
import { memoryStage } from './memoryStage.ts'
import { mobileProvider } from './mobileProvider.ts'

describe('15 A mobile provider: broken promises', () => {
  rule(
    '15.14',
    'a mobile provider that breaks one promise fails on it, and on no other',
    eachIsNoticed(mobileProvider, memoryStage, faults),
  )
})
