import { Command, type HelpConfiguration } from 'commander'
import type { CommandContext, CommandGroup } from '../context.ts'
import { pathOf, wrongUsage } from './wrongUsage.ts'

type Given = {
  version: string
  groups: readonly CommandGroup[]
  context: CommandContext
  out(text: string): void
  /** Receives the help that is shown if the command is missing. */
  helpOnError(text: string): void
}

/** Builds the whole command line; parsing it throws a WrongUsage, or a CommanderError of exit code 0 after help. */
export function senteProgram({ version, groups, context, out, helpOnError }: Given): Command {
  const program = new Command('sente')
    .usage('<command> [options]')
    .description(
      'sente is a gateway for mobile money payments that you host yourself. Merchants send and collect money over ' +
        'one HTTP API; sente keeps their balances in a ledger and talks to the networks, MTN MoMo and Airtel Money.',
    )
    .version(version, '--version', 'show the version, and the commit of its build')
    .configureHelp(helpStyle)
    .configureOutput(outputTo(out, helpOnError))
    .addHelpText('after', firstPage)
  beStrict(program)
  for (const addTo of groups) addTo(program, context)
  finish(program)
  return program
}

/** Must run before the groups are added, since a command inherits these settings when it is made. */
function beStrict(program: Command) {
  program
    .helpOption('-h, --help', 'show this help')
    .helpCommand(true)
    .enablePositionalOptions(true)
    .allowExcessArguments(false)
    .allowUnknownOption(false)
    // The expected words are listed instead.
    .showSuggestionAfterError(false)
    .showHelpAfterError(false)
}

const firstPage = `
Begin:
  sente sandbox
      a gateway with simulated networks, a demo account whose keys are printed,
      and a curl line to try them with
  sente serve
      the live gateway, with the configuration file in SENTE_CONFIG
  sente account create --name Duka --kyc complete --activate UGX --pin -
      a merchant that may collect and send; prints its keys, once
  sente account fund ID UGX 1000000 --reference float-2026-01
      money for the merchant's payouts; safe to repeat with the same reference
  sente transaction list --attention
      payments that need a person

Commands work on the database in DATABASE_URL, even while the server
runs. Without SENTE_CONFIG they treat it as a sandbox's, and report so. With --json each prints one JSON object on standard output, including failures:
{"error": {"code": "...", "message": "..."}}. Amounts are in major units.

Here sente stands for the way to call the program: npm run -s sente -- in a
checkout, node_modules/.bin/sente where it is installed as a package. Don't call
it through npx, which may fetch a stranger's program of that name.

Exit codes: 0 done, 1 refused or broken, 2 wrong usage.
Each command has a help of its own: sente account fund --help
`

/** The first page lists every command rather than the groups. */
const helpStyle: HelpConfiguration = {
  sortSubcommands: false,
  sortOptions: false,
  visibleCommands: leavesOf,
  subcommandTerm: (command) =>
    [pathOf(command).replace(/^\S+ /, ''), ...command.registeredArguments.map(argumentTerm)].join(' '),
}

function leavesOf(command: Command): Command[] {
  return command.commands.flatMap((sub) => (sub.commands.length > 0 ? leavesOf(sub) : [sub]))
}

function argumentTerm(argument: { name(): string; required: boolean }): string {
  return argument.required ? `<${argument.name()}>` : `[${argument.name()}]`
}

// Widths and colours are fixed, so that the command line does not depend on the process.
function outputTo(out: (text: string) => void, helpOnError: (text: string) => void) {
  return {
    writeOut: out,
    writeErr: helpOnError,
    // Errors are thrown, and reported where they are caught.
    outputError: () => {},
    getOutHelpWidth: () => 80,
    getErrHelpWidth: () => 80,
    getOutHasColors: () => false,
    getErrHasColors: () => false,
  }
}

function finish(command: Command) {
  command.exitOverride((error) => {
    throw error.exitCode === 0 ? error : wrongUsage(command, error)
  })
  if (command.commands.length === 0) command.option('--json', 'print one JSON object instead of text')
  for (const sub of command.commands) finish(sub)
}
