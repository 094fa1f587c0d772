import type { ServeOptions } from '../../adapters/cli/deps.ts'
import type { LineOutput } from '../../adapters/telemetry/log/lineOutput.ts'
import { openLog } from '../../adapters/telemetry/log/openLog.ts'
import { openGateway } from '../gateway.ts'
import type { Settings } from '../settings/settings.ts'

/** The parts of the process that serving needs. */
export type Process = {
  readonly environment: Record<string, string | undefined>
  /** The output of the log. */
  readonly output: LineOutput
  /**
   * The file of the program, and its first arguments; without it audits are done in this process, and no other work on
   * the books.
   */
  readonly program?: readonly [file: string, ...args: string[]]
  /** Prints a text for the person at the terminal, apart from the log. */
  readonly say: (text: string) => void
  /** Resolves with the name of the first signal that asks the process to stop. */
  readonly stopSignal: () => Promise<string>
  /** Ends the process at once. */
  readonly exit: (code: number) => never
}

/** The exit codes when a flush failed, and when the database is damaged: EX_IOERR and EX_DATAERR of sysexits.h. */
const [lostExitCode, damagedExitCode] = [74, 65]

/** Serves until a signal asks it to stop, then lets requests in flight end. Resolves with the exit code. */
export async function serve(
  settings: Settings,
  { environment, output, program, say, stopSignal, exit }: Process,
  { isTheBooks }: ServeOptions = {},
): Promise<number> {
  const stop = stopSignal()
  const log = openLog(settings.logLevel, output)
  const endings = { onLost: () => exit(lostExitCode), onDamaged: () => exit(damagedExitCode) }
  const gateway = await openGateway(settings, { environment, log, isTheBooks, program, ...endings })
  try {
    if (gateway.greeting) say(gateway.greeting)
    log.info({ signal: await stop }, 'stopping')
  } finally {
    await gateway.close()
  }
  log.info('stopped')
  return 0
}
