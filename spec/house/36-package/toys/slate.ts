import { memoryStore } from '../../../../adapters/memory/memory.ts'
import type { StoreKind } from '../../../../composition/stores/store.ts'

/** A store that is wiped when the process ends. */
export const slate: StoreKind = {
  scheme: 'slate',
  form: 'slate:NAME',
  isLasting: () => false,
  open: () => ({ ...memoryStore(), isReady: async () => true, isTroubled: () => false, close: async () => undefined }),
  claim: () => ({ release() {} }),
  isClaimed: () => false,
  migrate: (path) => ({ path, from: 1, to: 1 }),
}
