import { createContext, Script } from 'node:vm'
import { UnreadTable } from '../table/rows/tableRow.ts'
import type { Within } from './networkFile.ts'

/** The longest piece of work, and all pieces for one file, in milliseconds. A few hundred rows take some of them. */
const [mostMs, mostInAllMs] = [2_000, 60_000]

const world: { work?: () => unknown } = {}
const script = new Script('work()')
let context: ReturnType<typeof createContext> | undefined

/**
 * Makes a way to do the pieces of work on one file that ends with an error if patterns take too long. A pattern such as
 * `(a+)+$` can need years for a short text, and Node does nothing else meanwhile; only its `vm` ends such a search.
 */
export function inTime(): Within {
  let leftMs = mostInAllMs
  return (work) => {
    const begunMs = performance.now()
    context ??= createContext(world)
    world.work = work
    try {
      return script.runInContext(context, { timeout: Math.max(1, Math.min(mostMs, Math.round(leftMs))) })
    } catch (error) {
      if ((error as { code?: string }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
      throw new UnreadTable('has a text for which a pattern of the profile takes too long: make the pattern simpler')
    } finally {
      leftMs -= performance.now() - begunMs
    }
  }
}
