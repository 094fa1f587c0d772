import { everyAdapter } from '../everyAdapter.ts'
import { stores } from '../stores.ts'
import { books } from './books.ts'

describe('39 The books', () => everyAdapter(stores, books))
