import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { openSqliteStore } from '../../../../adapters/sqlite/store/sqliteStore.ts'
import { anAccount } from '../../../contracts/kit/records.ts'
import { inFolder } from '../../../fixtures/sqliteFolder.ts'
import { readTrace, traced } from './strace.ts'
import { printedBy, type SystemCall } from './trace.ts'

const script = fileURLToPath(new URL('process.ts', import.meta.url))
const typescript = fileURLToPath(new URL('../../../typescript.mjs', import.meta.url))

/** A process under strace that serves a database with one account, and copies the log at a given size in bytes. */
export type TracedServing = {
  readonly path: string
  readonly accountId: string
  /** Makes it fund the account so many times; resolves when that is done. */
  write(count: number): Promise<void>
  /** Ends it; resolves with its main thread's id and the calls from when it served until its input ended. */
  end(): Promise<{ mainThread: number; calls: SystemCall[] }>
}

/** Runs an example with such a process, which is gone afterwards. */
export function whileServing(copyAt: number, example: (serving: TracedServing) => Promise<unknown>): Promise<void> {
  return inFolder(async ({ path: folder, database: path }) => {
    const accountId = await makeAccount(path)
    const file = join(folder, 'trace')
    const process = startTraced(file, [path, accountId, `${copyAt}`])
    try {
      await process.line()
      await example({
        path,
        accountId,
        async write(count) {
          process.say(`${count}\n`)
          await process.line()
        },
        async end() {
          await process.end()
          const { pid, calls } = readTrace(file)
          const printed = printedBy(calls).filter(({ thread }) => thread === pid)
          const [from = 0, to = 0] = [printed[0]?.begun, printed.at(-1)?.ended]
          return { mainThread: pid, calls: calls.filter(({ begun, ended }) => begun > from && ended < to) }
        },
      })
    } finally {
      await process.kill()
    }
  })
}

async function makeAccount(path: string): Promise<string> {
  const store = openSqliteStore({ path, purpose: 'sandbox', migrate: true })
  const account = anAccount()
  await store.accounts.add(account)
  await store.close()
  return account.id
}

function startTraced(file: string, args: readonly string[]) {
  const [command = '', ...rest] = traced({ file, bytes: 64 }, [
    process.execPath,
    '--import',
    'tsx',
    '--import',
    typescript,
    script,
    ...args,
  ])
  const child = spawn(command, rest, { stdio: ['pipe', 'pipe', 'inherit'], detached: true })
  const closed = once(child, 'close')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    say: (text: string) => void child.stdin.write(text),
    async line() {
      if ((await lines.next()).done) throw new Error('the process has ended')
    },
    async end() {
      child.stdin.end()
      await closed
    },
    async kill() {
      if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      await closed
    },
  }
}
