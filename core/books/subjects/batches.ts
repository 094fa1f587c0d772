import type { UnitOfWork } from '../../ports/books/unitOfWork.ts'
import { endOfBatch } from './follows.ts'
import type { Step } from './step.ts'

/** The batch of a step and its line. */
export function batchesIn({
  rows,
  scope,
  changes,
  addEvent,
}: Step): Pick<UnitOfWork, 'batch' | 'batchLine' | 'keepBatch' | 'keepBatchLine'> {
  const { account, batch: id = '', batchLine: number = 0 } = scope
  const found = () => {
    const stored = rows.batch(id)
    return stored && changes.batch ? { ...stored, batch: changes.batch } : stored
  }
  const line = () => {
    const stored = rows.batchLine(id, number)
    return stored && changes.batchLine ? { ...stored, line: changes.batchLine } : stored
  }
  return {
    batch: found,
    batchLine: line,
    keepBatch(next) {
      const before = found()?.batch
      if (!before || next.id !== id || before.accountId !== account)
        throw new Error(`a step of account ${account} keeps batch ${next.id}, and its scope names ${id}`)
      if (before.state === 'completed') throw new Error(`batch ${id} is completed`)
      changes.batch = next
      addEvent(endOfBatch(next), next.updatedAtMs)
    },
    keepBatchLine(next) {
      if (next.batchId !== id || next.number !== number)
        throw new Error(
          `a step keeps line ${next.number} of batch ${next.batchId}, and its scope names ${number} of ${id}`,
        )
      if (line()?.line.state !== 'waiting') throw new Error(`line ${number} of batch ${id} does not wait`)
      changes.batchLine = next
    },
  }
}
