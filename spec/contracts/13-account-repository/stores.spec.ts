import { stores } from '../stores.ts'
import { accountRepoContract } from './accountRepo.ts'

accountRepoContract(stores)
