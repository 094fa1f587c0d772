import type { Quarantine, Quarantines } from '../../core/sente.ts'

/** Quarantines in memory; only an operator begins one, because memory is never restored. */
export function memoryQuarantines(): Quarantines & { isQuarantined(): boolean } {
  let quarantines: readonly Quarantine[] = []
  const isQuarantined = () => quarantines[0]?.ended === null
  return {
    isQuarantined,
    all: async () => quarantines,
    async begin({ atMs, explanation }) {
      if (isQuarantined()) return false
      const begun = {
        why: 'by_operator',
        begunAtMs: atMs,
        explanation,
        known: null,
        reached: null,
        ended: null,
      } as const
      quarantines = [begun, ...quarantines]
      return true
    },
    async end(ended) {
      const [lasting, ...earlier] = quarantines
      if (!lasting || lasting.ended) return false
      quarantines = [{ ...lasting, ended }, ...earlier]
      return true
    },
  }
}
