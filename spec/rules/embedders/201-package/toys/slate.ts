import { memoryStore } from '../../../../../adapters/memory/memory.ts'
import type { StoreKind } from '../../../../../core/sente.ts'

/** A store that is wiped when the process ends. */
export const slate: StoreKind = {
  schemes: ['slate'],
  form: 'slate:NAME',
  isShared: false,
  isLasting: () => false,
  nameOf: (path) => path,
  open: async () => ({
    ...memoryStore(),
    isReady: async () => true,
    isTroubled: () => false,
    outage: () => undefined,
    close: async () => undefined,
  }),
  migrate: async () => ({ from: 1, to: 1 }),
}
