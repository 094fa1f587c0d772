/**
 * The clock, ids, passwords and secrets of Node.
 *
 * @module @sente/core/node
 */

export { nodePasswords, type PasswordCost } from './nodePasswords.ts'
export { nodeHashing, nodeSecrets, type PinKeys, type SecretKeys } from './nodeSecrets.ts'
export { systemClock } from './systemClock.ts'
export { uuids } from './uuids.ts'
