import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CliStore } from '../../../../adapters/cli/cli.ts'
import { type Calendar, utcDays } from '../../../../core/sente.ts'
import { inFolder } from '../../../fixtures/sqliteFolder.ts'
import { openCommandLine } from '../104-command-line/commandLine.ts'
import type { CommandLine } from './withFile.ts'

type Closing = CommandLine & {
  readonly folder: string
  readonly key: string
  close(day: string, ...more: string[]): ReturnType<CommandLine['json']>
  verify(publicKey: string): ReturnType<CommandLine['json']>
}

/** The day of the command line's payments. */
export const day = '2026-01-02'

/** The command line some days later, with a key that signs. */
export async function withKey(
  example: (closing: Closing) => unknown,
  before: (commandLine: CommandLine) => Promise<unknown> = async () => {},
  days: Calendar = utcDays,
  store: Partial<CliStore> = {},
) {
  const commandLine = await openCommandLine({ store: { ...store, days } })
  await before(commandLine)
  commandLine.clock.forwardMs(5 * 24 * 3_600_000)
  await inFolder(async ({ path }) => {
    const [folder, key] = [join(path, 'closes'), join(path, 'close.pem')]
    const { privateKey } = generateKeyPairSync('ed25519')
    writeFileSync(key, privateKey.export({ type: 'pkcs8', format: 'pem' }))
    await example({
      ...{ ...commandLine, folder, key },
      close: (day, ...more) => commandLine.json('close-day', day, '--into', folder, '--key', key, ...more),
      verify: (publicKey) => commandLine.json('close-day', 'verify', folder, '--public-key', publicKey),
    })
  })
}
