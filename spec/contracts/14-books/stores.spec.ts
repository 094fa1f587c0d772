import { stores } from '../stores.ts'
import { booksContract } from './books.ts'

booksContract(stores)
