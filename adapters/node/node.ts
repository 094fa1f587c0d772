export { nodeSecrets, type PinKeys } from './nodeSecrets.ts'
export { systemClock } from './systemClock.ts'
export { uuids } from './uuids.ts'
