import { everyAdapter } from '../everyAdapter.ts'
import { stores } from '../stores.ts'
import { reconciliations } from './reconciliations.ts'

describe('208 Reconciliations', () => everyAdapter(stores, reconciliations))
