import type { Quarantine, Quarantines, StepRows } from '../../../core/sente.ts'
import type { ActBeside } from './actions.ts'

/** Quarantines in memory; only an operator begins one, because memory is never restored. */
export function memoryQuarantines(actBeside: ActBeside): Quarantines & Pick<StepRows, 'isQuarantined' | 'quarantines'> {
  let quarantines: readonly Quarantine[] = []
  const isQuarantined = () => quarantines[0]?.ended === null
  return {
    isQuarantined,
    quarantines: () => quarantines.length,
    all: async () => quarantines,
    async begin({ atMs, explanation }, acting) {
      if (isQuarantined()) return false
      actBeside(acting)
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
    async end(ended, acting) {
      const [lasting, ...earlier] = quarantines
      if (!lasting || lasting.ended) return false
      actBeside(acting)
      quarantines = [{ ...lasting, ended }, ...earlier]
      return true
    },
  }
}
