import { everyAdapter } from '../everyAdapter.ts'
import { stores } from '../stores.ts'
import { operatorMoney } from './operatorMoney.ts'

describe('209 The operator’s own money', () => everyAdapter(stores, operatorMoney))
