import { everyStore } from '../../stages/everyStore.ts'
import { operatorMoney } from './operatorMoney.ts'

describe('209 The operator’s own money', () => everyStore(operatorMoney))
