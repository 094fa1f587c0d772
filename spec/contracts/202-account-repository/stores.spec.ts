import { everyAdapter } from '../everyAdapter.ts'
import { stores } from '../stores.ts'
import { accountRepo } from './accountRepo.ts'

describe('202 An account repository', () => everyAdapter(stores, accountRepo))
