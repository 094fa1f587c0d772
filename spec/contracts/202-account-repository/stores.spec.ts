import { everyStore } from '../../stages/everyStore.ts'
import { accountRepo } from './accountRepo.ts'

describe('202 An account repository', () => everyStore(accountRepo))
