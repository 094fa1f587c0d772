import { everyStore } from '../../stages/everyStore.ts'
import { people } from './people.ts'

describe('211 Users', () => everyStore(people))
