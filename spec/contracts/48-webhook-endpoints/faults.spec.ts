import { memoryStore } from '../../../adapters/memory/memory.ts'
import { rule } from '../../rule.ts'
import { eachIsNoticed } from '../brokenPromises.ts'
import { faults } from './faults.ts'
import { webhooks } from './webhooks.ts'

describe('48 Webhook endpoints: broken promises', () => {
  rule(
    '48.22',
    'a store of endpoints that breaks one promise fails on it, and on no other',
    eachIsNoticed(webhooks, memoryStore, faults),
  )
})
