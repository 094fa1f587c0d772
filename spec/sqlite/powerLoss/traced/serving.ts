import { join } from 'node:path'
import { openSqliteStore } from '../../../../adapters/sqlite/store/sqliteStore.ts'
import { anAccount } from '../../../contracts/kit/records.ts'
import { inFolder } from '../../../fixtures/sqliteFolder.ts'
import { startScript } from '../../processes/processes.ts'
import { readTrace, traced } from './strace.ts'
import { printedBy, type SystemCall } from './trace.ts'

const script = new URL('../../processes/process.ts', import.meta.url)

/** A process under strace that serves a database with one account. */
export type TracedServing = {
  readonly path: string
  readonly accountId: string
  /** Makes it fund the account this many times; resolves when that is done. */
  write(count: number): Promise<void>
}

/** The calls of that process from its readiness to the end of its input. */
export type TracedCalls = { readonly path: string; readonly mainThread: number; readonly calls: readonly SystemCall[] }

/** Runs an example with such a process, which copies the log at a given size in bytes; resolves with its calls. */
export async function whileServing(copyAt: number, example: (serving: TracedServing) => unknown): Promise<TracedCalls> {
  let found: TracedCalls | undefined
  await inFolder(async ({ path: folder, database: path }) => {
    const store = openSqliteStore({ path, purpose: 'sandbox', migrate: true })
    const account = anAccount()
    await store.accounts.add(account)
    await store.close()
    const file = join(folder, 'trace')
    const args = ['fund', path, account.id, `${copyAt}`]
    const process = startScript({ script, args, under: traced({ file, bytes: 64 }, []) })
    try {
      await process.printed(1)
      async function write(count: number) {
        process.say(`${count}\n`)
        await process.printed(process.lines.length + 1)
      }
      await example({ path, accountId: account.id, write })
      await process.end()
      const { pid, calls } = readTrace(file)
      const printed = printedBy(calls).filter(({ thread }) => thread === pid)
      const [from = 0, to = 0] = [printed[0]?.begun, printed.at(-1)?.ended]
      found = { path, mainThread: pid, calls: calls.filter(({ begun, ended }) => begun > from && ended < to) }
    } finally {
      await process.kill()
    }
  })
  if (!found) throw new Error('nothing was traced')
  return found
}
