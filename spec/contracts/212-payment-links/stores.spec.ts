import { everyAdapter } from '../everyAdapter.ts'
import { stores } from '../stores.ts'
import { paymentLinks } from './paymentLinks.ts'

describe('212 Payment links', () => everyAdapter(stores, paymentLinks))
