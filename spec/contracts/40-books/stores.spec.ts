import { everyAdapter } from '../everyAdapter.ts'
import { stores } from '../stores.ts'
import { books } from './books.ts'

describe('40 The books', () => everyAdapter(stores, books))
