import type { Command } from 'commander'
import type { Desk } from './desk.ts'

/** Adds `sente serve`. */
export function serveCommand(program: Command, desk: Desk): void {
  program
    .command('serve')
    .summary('start the gateway')
    .description(
      'Serves the API to merchants and follows up open transactions, until it is told to stop (SIGTERM or Ctrl-C). ' +
        'Its log is JSON lines on standard output. With --json a failure to start is one JSON object there too.',
    )
    .addHelpText('after', afterHelp)
    .action(async () => desk.endWith(await desk.serve()))
}

const afterHelp = `
Settings, from the environment:
  HOST                    address to listen on (127.0.0.1)
  PORT                    port to listen on (3000)
  DATABASE_URL            sqlite:PATH, or sqlite::memory: which keeps nothing;
                          of the sandbox: sqlite:./data/sandbox.db
  SENTE_CONFIG            path of a JSON file with currencies and networks;
                          without it sente is a sandbox
  SENTE_PIN_KEY           the key under which PINs are sealed
  SENTE_PIN_KEY_PREVIOUS  the key before it, for PINs sealed under it
  SENTE_PUBLIC_URL        where the networks reach this server; without it they
                          are only asked, and never call back
  LOG_LEVEL               how much is logged

Examples:
  sente serve
  PORT=8080 sente serve`
