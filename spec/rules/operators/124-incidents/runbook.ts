import { runCli } from '../../../../adapters/cli/cli.ts'
import {
  backupDatabase,
  migrateDatabase,
  moveDatabase,
  restoreDatabase,
} from '../../../../composition/commands/databases.ts'
import { doctor } from '../../../../composition/commands/doctor.ts'
import { openStore } from '../../../../composition/commands/openStore.ts'
import { settingsHelp } from '../../../../composition/settings/environment.ts'
import { readCommandSettings } from '../../../../composition/settings/settings.ts'
import type { Merchant, Ran } from '../../../fixtures/processes.ts'
import { textOf } from '../../../sourceTree.ts'

type Run = typeof sente

/** What stands for a name on a page, such as `ID`, and what it is here. */
type Filled = Readonly<Record<string, string>>

/** Runs a command to its end in this process, with an environment: a process of its own takes longer than most commands. */
export async function sente(args: readonly string[], env: Record<string, string>): Promise<Ran> {
  const written = { stdout: '', stderr: '' }
  const settings = () => readCommandSettings(env)
  const code = await runCli([...args], {
    ...{ serve: never, sandbox: never, simulator: never, readStdin: never },
    migrate: async () => migrateDatabase(settings()),
    backup: async (file) => backupDatabase(settings(), file, () => undefined),
    restore: async (restore) => restoreDatabase(settings(), { ...restore, say: () => undefined }),
    move: moveDatabase,
    doctor: async () => doctor(settings(), env),
    openStore: async () => openStore(settings(), env),
    out(text) {
      written.stdout += text
    },
    err(text) {
      written.stderr += text
    },
    caseKey: () => undefined,
    ...{ settings: settingsHelp(), version: '1.2.3', operator: env.SENTE_OPERATOR ?? 'amina', colours: false },
  })
  return { code, ...written }
}

async function never(): Promise<never> {
  throw new Error('this needs a process of its own')
}

/**
 * Runs the commands that stand on the page of an incident, found by how they begin, with its names filled in; throws for
 * a command that the page does not have.
 */
export function runbook(page: string, env: Record<string, string>, run: Run = sente) {
  const text = textOf(`docs/operating/incidents/${page}.md`)
  const commands = [...text.matchAll(/^ *node_modules\/\.bin\/sente (.*)$/gm)].map(([, command = '']) => command)
  return async (beginning: string, filled: Filled = {}): Promise<Ran> => {
    const command = commands.find((one) => one.startsWith(beginning))
    if (command === undefined) throw new Error(`${page} has no command ${beginning}`)
    return run(wordsOf(command, filled), env)
  }
}

/** Opens an account that may do everything, with PIN 4071 and UGX 1,000,000. */
export async function openAccount(env: Record<string, string>, run: Run = sente): Promise<Merchant> {
  const may = ['--kyc', 'complete', '--activate', 'UGX', '--pin', '4071', '--fund', 'UGX=1000000']
  const { stdout } = await run(['account', 'create', '--name', 'Duka', ...may, '--json'], env)
  const { account_id: accountId, secret_key: secretKey, public_key: publicKey } = JSON.parse(stdout)
  return { accountId, secretKey, publicKey }
}

/** The words of a command as a shell splits them, with names filled in. */
function wordsOf(command: string, filled: Filled): string[] {
  return [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain = '']) => quoted ?? filled[plain] ?? plain)
}
