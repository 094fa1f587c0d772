import { everyStore } from '../../stages/everyStore.ts'
import { paymentLinks } from './paymentLinks.ts'

describe('212 Payment links', () => everyStore(paymentLinks))
