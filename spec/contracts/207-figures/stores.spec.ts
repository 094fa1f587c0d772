import { everyAdapter } from '../everyAdapter.ts'
import { stores } from '../stores.ts'
import { figures } from './figures.ts'

describe('207 Figures', () => everyAdapter(stores, figures))
