import { times } from '../../night.ts'
import { everyStore } from '../../stages/everyStore.ts'
import { booksWith } from './books.ts'

describe('203 The books', () => everyStore(booksWith(times({ night: 1, day: 0.1 }))))
