import { everyAdapter } from '../everyAdapter.ts'
import { stores } from '../stores.ts'
import { webhooks } from './webhooks.ts'

describe('205 Webhook endpoints', () => everyAdapter(stores, webhooks))
