import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inFolder } from '../../../fixtures/sqliteFolder.ts'
import { openCommandLine } from '../104-command-line/commandLine.ts'
import { headings } from './writtenFiles.ts'

/** The operator's command line. */
export type CommandLine = Awaited<ReturnType<typeof openCommandLine>>

/** The command line, and a file of MTN's with these payouts of the command line's own day. */
export async function withFile(
  example: (
    given: CommandLine & { file: string; compare(...more: string[]): ReturnType<CommandLine['json']> },
  ) => unknown,
  lines: (given: CommandLine) => Promise<readonly string[]>,
) {
  await inFolder(async ({ path }) => {
    const key = join(path, 'key')
    const commandLine = await openCommandLine({
      caseKey: () => (existsSync(key) ? readFileSync(key, 'utf8') : undefined),
    })
    const file = join(path, 'march.csv')
    writeFileSync(file, `${[headings.mtnUganda, ...(await lines(commandLine))].join('\n')}\n`)
    const day = new Date(commandLine.clock.nowMs()).toISOString().slice(0, 10)
    const window = ['--provider', 'MTN', '--from', day, '--to', `${day}T23:59:00Z`]
    await example({
      ...commandLine,
      file,
      compare: (...more) => commandLine.json('reconcile', file, ...window, ...more),
    })
  })
}

/** The time of a payment as MTN Uganda writes it. */
export function written(ms: number): string {
  const local = new Date(ms + 3 * 3_600_000).toISOString()
  return `${local.slice(8, 10)}/${local.slice(5, 7)}/${local.slice(0, 4)} ${local.slice(11, 16)}`
}
