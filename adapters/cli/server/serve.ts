import type { Command } from 'commander'
import type { CommandContext } from '../context.ts'

/** Adds `sente serve`. */
export function serveCommand(program: Command, context: CommandContext): void {
  program
    .command('serve')
    .summary('start the gateway')
    .description(
      'Serves the API to merchants and follows up open transactions, until it is told to stop (SIGTERM or Ctrl-C). ' +
        'Its log is JSON lines on standard output. With --json a failure to start is one JSON object there too.',
    )
    .addHelpText('after', afterHelp)
    .action(async () => context.endWith(await context.serve()))
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
  SENTE_CALLBACK_SECRET   what the secret paths of callbacks are made from;
                          needed with SENTE_PUBLIC_URL
  SENTE_ACCOUNT_RATE      requests a second of one account (100)
  SENTE_FAILED_KEY_RATE   requests a second from one network without a good key
                          (10)
  SENTE_MAX_CONNECTIONS   connections at once (10000)
  SENTE_REQUEST_SECONDS   how long a whole request may take to come (15)
  SENTE_IDLE_SECONDS      how long a connection is kept between two requests
                          (65)
  SENTE_TRUSTED_PROXIES   whose X-Forwarded-For is believed (127.0.0.0/8,::1),
                          or none
  LOG_LEVEL               how much is logged

Examples:
  sente serve
  PORT=8080 sente serve`
