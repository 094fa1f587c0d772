import { everyAdapter } from '../everyAdapter.ts'
import { stores } from '../stores.ts'
import { books } from './books.ts'

describe('203 The books', () => everyAdapter(stores, books))
