import { everyStore } from '../../stages/everyStore.ts'
import { reconciliations } from './reconciliations.ts'

describe('208 Reconciliations', () => everyStore(reconciliations))
