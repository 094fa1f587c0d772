import { everyStore } from '../../stages/everyStore.ts'
import { figures } from './figures.ts'

describe('207 Figures', () => everyStore(figures))
