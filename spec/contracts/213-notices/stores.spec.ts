import { everyStore } from '../../stages/everyStore.ts'
import { notices } from './notices.ts'

describe('213 Notices', () => everyStore(notices))
