import { memoryStore } from '../../../../../adapters/memory/memory.ts'
import type { StoreKind } from '../../../../../core/sente.ts'

/** A store that would be reached over a network, where several nodes serve it. */
export const blackboard: StoreKind = {
  schemes: ['blackboard', 'board'],
  form: 'board://USER:PASSWORD@HOST',
  isShared: true,
  isLasting: () => true,
  nameOf: (path) => path.replace(/:[^:]*@/, '@'),
  open: async () => ({
    ...memoryStore(),
    isReady: async () => true,
    isTroubled: () => false,
    close: async () => undefined,
  }),
  migrate: async () => ({ from: 0, to: 1 }),
}
