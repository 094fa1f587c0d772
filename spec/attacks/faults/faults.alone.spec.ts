import { stateFaults } from './statedFaults.ts'

// Deadlines that are shorter than the real ones are missed on a busy machine.
describe('Faults of the networks: what takes too long', () => stateFaults(true))
