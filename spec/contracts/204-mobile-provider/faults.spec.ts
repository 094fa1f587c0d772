import { test } from '../../rule.ts'
import { eachIsNoticed } from '../brokenPromises.ts'
import { faults } from './faults.ts'
import { memoryStage } from './memoryStage.ts'
import { mobileProvider } from './mobileProvider.ts'

describe('A mobile provider: broken promises', () => {
  test(
    'a mobile provider that breaks one promise fails on it, and on no other',
    eachIsNoticed(mobileProvider, memoryStage, faults),
  )
})
