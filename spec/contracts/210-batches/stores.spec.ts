import { everyStore } from '../../stages/everyStore.ts'
import { batches } from './batches.ts'

describe('210 Batches of payouts', () => everyStore(batches))
