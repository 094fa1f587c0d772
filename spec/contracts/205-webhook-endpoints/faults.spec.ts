import { memoryStore } from '../../../adapters/memory/memory.ts'
import { test } from '../../rule.ts'
import { eachIsNoticed } from '../brokenPromises.ts'
import { faults } from './faults.ts'
import { webhooks } from './webhooks.ts'

describe('Webhook endpoints: broken promises', () => {
  test(
    'a store of endpoints that breaks one promise fails on it, and on no other',
    eachIsNoticed(webhooks, memoryStore, faults),
  )
})
