import { everyAdapter } from '../everyAdapter.ts'
import { stores } from '../stores.ts'
import { people } from './people.ts'

describe('211 Users', () => everyAdapter(stores, people))
