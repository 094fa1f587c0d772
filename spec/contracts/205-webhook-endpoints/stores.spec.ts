import { everyStore } from '../../stages/everyStore.ts'
import { webhooks } from './webhooks.ts'

describe('205 Webhook endpoints', () => everyStore(webhooks))
