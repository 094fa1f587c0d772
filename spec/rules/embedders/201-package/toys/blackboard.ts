import { memoryStore } from '../../../../../adapters/memory/memory.ts'
import type { StoreKind } from '../../../../../core/sente.ts'

/** A toy of a store over a network, served by several nodes. */
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
    outage: () => undefined,
    close: async () => undefined,
  }),
  migrate: async () => ({ from: 0, to: 1 }),
}
