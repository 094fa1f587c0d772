import type { Arm } from '../../figures/arm.ts'
import { onDatabase, startDatabase } from '../../instruments/postgresServer.ts'
import { measureOverHttp } from './overHttp.ts'
import { measureSteps } from './steps/steps.ts'

/** The gain from batches in PostgreSQL. */
export const postgresArm: Arm = {
  name: 'postgres',
  summary:
    'payments over PostgreSQL against SQLite; its batches against one step a transaction and pgledger; 64 in flight',
  async run(options) {
    const server = await startDatabase({ folder: options.parentFolder })
    try {
      const facts = await factsOf(server.url, options.pgledger)
      const results = [await measureOverHttp(server, options), await measureSteps(server, options)]
      return {
        facts,
        findings: results.flatMap(({ findings }) => findings),
        doubts: results.flatMap(({ doubts }) => doubts),
        details: results.map(({ details }) => details),
      }
    } finally {
      await server.close()
    }
  },
}

/** The conditions of the figures, from the server itself. */
async function factsOf(url: string, ledgerFiles: readonly string[] | undefined): Promise<Record<string, string>> {
  const [row] = await onDatabase<{ version: string; synchronous: string; fsync: string }>(
    url,
    `SELECT version(), current_setting('synchronous_commit') AS synchronous, current_setting('fsync') AS fsync`,
  )
  return {
    Server: row?.version ?? '',
    synchronous_commit: row?.synchronous ?? '',
    fsync: row?.fsync ?? '',
    pgledger: ledgerFiles ? ledgerFiles.join(', ') : 'left out: no --pgledger FILES',
    'Slow flushes': 'fdatasync held back by strace, which stops PostgreSQL for nothing else',
  }
}
