import { everyAdapter } from '../everyAdapter.ts'
import { stores } from '../stores.ts'
import { batches } from './batches.ts'

describe('210 Batches of payouts', () => everyAdapter(stores, batches))
