import { times } from '../../night.ts'
import { everyAdapter } from '../everyAdapter.ts'
import { stores } from '../stores.ts'
import { booksWith } from './books.ts'

describe('203 The books', () => everyAdapter(stores, booksWith(times({ night: 1, day: 0.1 }))))
