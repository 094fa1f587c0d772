import { accountCommands } from './account/commands.ts'
import { keyCommands } from './account/keys.ts'
import { actionCommands } from './action/commands.ts'
import { proposalCommands } from './action/proposal/commands.ts'
import { caseCommands } from './case/commands.ts'
import type { CommandContext, CommandGroup } from './context.ts'
import { auditCommand } from './database/audit.ts'
import { backupCommands } from './database/backup.ts'
import { migrateCommand } from './database/migrate.ts'
import { moveCommand } from './database/move.ts'
import { databaseCommands } from './database/moved.ts'
import { quarantineCommands } from './database/quarantine/commands.ts'
import type { CliDeps, CliStore } from './deps.ts'
import { batchCommands } from './money/batch/commands.ts'
import { closeDayCommands } from './money/closeDay/commands.ts'
import { feeCommands } from './money/fee/commands.ts'
import { floatCommands } from './money/float/commands.ts'
import { fundingCommands } from './money/funding.ts'
import { reconcileCommands } from './money/reconcile/commands.ts'
import { statementCommand } from './money/statement.ts'
import { networkCommands } from './network/commands.ts'
import { painter } from './output/colours.ts'
import { progressIn } from './output/progress.ts'
import { type Reporter, reporter } from './output/reporter.ts'
import { senteProgram } from './program/program.ts'
import { doctorCommand } from './server/doctor.ts'
import { serveCommands } from './server/serve.ts'
import { simulateCommand } from './server/simulate.ts'
import { transactionCommands } from './transaction/commands.ts'
import { personalDataCommands } from './transaction/personalData.ts'
import { userCommands } from './user/commands.ts'
import { webhookCommands } from './webhook/commands.ts'
import { listenCommand } from './webhook/listen.ts'

export type {
  BackedUp,
  CliDeps,
  CliStore,
  Migrated,
  Move,
  MovedBooks,
  MovedHome,
  Progress,
  Restored,
  Simulation,
  WebhookTools,
} from './deps.ts'

/** The groups of commands, in the order of the help. */
const groups: readonly CommandGroup[] = [
  serveCommands,
  accountCommands,
  keyCommands,
  userCommands,
  fundingCommands,
  statementCommand,
  transactionCommands,
  batchCommands,
  caseCommands,
  webhookCommands,
  listenCommand,
  auditCommand,
  actionCommands,
  proposalCommands,
  migrateCommand,
  backupCommands,
  moveCommand,
  databaseCommands,
  quarantineCommands,
  networkCommands,
  reconcileCommands,
  closeDayCommands,
  floatCommands,
  feeCommands,
  personalDataCommands,
  doctorCommand,
  simulateCommand,
]

/**
 * Runs one command line, given without the program's own name, and resolves with its exit code: 0 done, 1 refused or
 * broken, 2 wrong usage. Never rejects and never ends the process.
 */
export async function runCli(argv: readonly string[], deps: CliDeps): Promise<number> {
  const { json, args } = takeJson(argv)
  const report = reporter({ json, out: deps.out, err: deps.err })
  const { context, exitCode } = openContext(deps, { report, json })
  const program = senteProgram({ version: deps.version, groups, context, out: deps.out, helpOnError: report.hint })
  try {
    await program.parseAsync(args, { from: 'user' })
    return exitCode()
  } catch (error) {
    return report.thrown(error)
  }
}

/** The context shared by the commands of one command line, and their exit code. */
function openContext(deps: CliDeps, { report, json }: { report: Reporter; json: boolean }) {
  let exitCode = 0
  const context: CommandContext = {
    ...deps,
    // Reported before the store is closed: new keys must not be lost because closing failed.
    answer: (ask) =>
      withStore(deps, async (store) => {
        exitCode = report.answer(await ask(store))
      }),
    async answerAlone(ask) {
      exitCode = report.answer(await ask())
    },
    report(answer) {
      exitCode = report.answer(answer)
    },
    endWith(code) {
      exitCode = code
    },
    readPin: (given) => readPin(given, deps),
    progress(only) {
      const isBar = deps.hasBar ?? false
      return progressIn({ err: json || (only === 'bar' && !isBar) ? () => {} : deps.err, isBar })
    },
    paint: painter(deps.colours && !json),
  }
  return { context, exitCode: () => exitCode }
}

/** Removes `--json` at any place, so that no option before it can take it as its value. */
function takeJson(argv: readonly string[]): { json: boolean; args: string[] } {
  const end = argv.indexOf('--')
  const options = end === -1 ? argv : argv.slice(0, end)
  const literal = end === -1 ? [] : argv.slice(end)
  return {
    json: options.includes('--json'),
    args: [...options.filter((argument) => argument !== '--json'), ...literal],
  }
}

async function withStore({ openStore }: CliDeps, use: (store: CliStore) => Promise<void>): Promise<void> {
  const store = await openStore()
  try {
    await use(store)
  } finally {
    await store.close()
  }
}

async function readPin(given: string, { readStdin, err, isTerminal = false }: CliDeps): Promise<string> {
  if (given !== '-') return given
  if (isTerminal) err('PIN, then Enter and Ctrl-D: ')
  return (await readStdin()).replace(/\r?\n$/, '')
}
