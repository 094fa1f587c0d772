#!/usr/bin/env node
import { userInfo } from 'node:os'
import { text } from 'node:stream/consumers'
import { runCli } from '../adapters/cli/cli.ts'
import type { ServeOptions } from '../adapters/cli/deps.ts'
import { finalLines } from '../adapters/telemetry/log/finalLines.ts'
import { lineOutput } from '../adapters/telemetry/log/lineOutput.ts'
import {
  backupDatabase,
  declareDatabaseMoved,
  migrateDatabase,
  moveDatabase,
  restoreDatabase,
} from './commands/databases.ts'
import type { Process } from './commands/serve.ts'
import { readEnvironment, settingsHelp } from './settings/environment.ts'
import { readCommandSettings, readLiveSettings, readSandboxSettings, type Settings } from './settings/settings.ts'
import { shownUrl } from './settings/storeKinds.ts'
import { release, releaseText } from './start/release.ts'

const { env, pid, stdin, stdout, stderr } = process

const messages = lineOutput(stderr.fd)
const output = lineOutput(stdout.fd, (why) =>
  thisProcess.say(`the log can't be written: ${why}; the server keeps running\n`),
)
const final = finalLines({ log: output, messages, errorsLeft, dieOf })

const thisProcess: Process = {
  environment: env,
  output,
  program: [process.execPath, ...process.execArgv, process.argv[1] ?? ''],
  say(text) {
    messages.write(text)
    messages.flush()
  },
  stopSignal,
  exit: (code) => process.exit(code),
}

let stoppedBy: NodeJS.Signals | undefined
let isServer = false
let hasNamedSandbox = false
stdout.on('error', ({ message }) => {
  stderr.write(`standard output can't be written: ${message}\n`)
  process.once('exit', () => {
    process.exitCode ||= 1
  })
})
// There is nowhere left to report it.
stderr.on('error', () => undefined)
process.on('exit', () => final.atExit(stoppedBy))

// Each command loads its own parts: a server's parts take longer than most commands.
process.exitCode = await runCli(process.argv.slice(2), {
  serve: (how) => asServer(async () => serve(readLiveSettings(env), how)),
  sandbox: (how) => asServer(async () => serve(readSandboxSettings(env), how)),
  simulator: (simulation) =>
    asServer(async () => (await import('./commands/simulator.ts')).runSimulator(simulation, thisProcess)),
  migrate: async () => migrateDatabase(commandSettings()),
  backup: async (file, how) => backupDatabase(commandSettings(), { file, ...how, say: sayOnTerminal }),
  restore: async (restore) => restoreDatabase(commandSettings(), { ...restore, say: sayOnTerminal }),
  move: moveDatabase,
  declareMoved: async (move) => declareDatabaseMoved(commandSettings(), move),
  doctor: async () => (await import('./commands/doctor.ts')).doctor(readCommandSettings(env), env),
  openStore: async () => (await import('./commands/openStore.ts')).openStore(commandSettings(), env),
  out: (line) => stdout.write(line),
  err: (line) => stderr.write(line),
  readStdin: () => text(stdin),
  caseKey: () => readEnvironment(env).SENTE_CASE_KEY,
  settings: settingsHelp(),
  version: releaseText(release()),
  operator: env.SENTE_OPERATOR ?? operatorName(),
  // Depends on NO_COLOR and the kind of terminal.
  colours: stdout.isTTY === true && stdout.hasColors(),
  isTerminal: stdin.isTTY,
  hasBar: stderr.isTTY,
})
if (isServer) {
  await final.write()
  process.exit()
}

async function serve(settings: Settings, how: ServeOptions): Promise<number> {
  const { serve } = await import('./commands/serve.ts')
  return serve(settings, thisProcess, how)
}

function asServer(run: () => Promise<number>): Promise<number> {
  isServer = true
  return run()
}

/**
 * A command first names the sandbox that it works on. An operator who has lost the environment of a live gateway must
 * notice it.
 */
function commandSettings(): Settings {
  const settings = readCommandSettings(env)
  if (settings.purpose === 'sandbox' && !hasNamedSandbox) {
    hasNamedSandbox = true
    stderr.write(`SENTE_CONFIG is not set: this is about the sandbox in ${shownUrl(settings)}\n`)
  }
  return settings
}

function errorsLeft(): Promise<void> {
  return new Promise((resolve) => {
    stderr.write('', () => resolve())
  })
}

/** Without our own listeners a signal ends the process at once, even while a write on another thread never returns. */
function dieOf(signal: NodeJS.Signals): never {
  process.removeAllListeners(signal)
  process.kill(pid, signal)
  return process.exit()
}

/** Prints the progress of a long command if standard error is a terminal. */
function sayOnTerminal(line: string): void {
  if (stderr.isTTY) stderr.write(`${line}\n`)
}

/**
 * Resolves with the first signal. Later ones, such as the ones that npm passes on, change nothing while the server
 * drains. A closed terminal sends SIGHUP.
 */
function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      process.on(signal, () => {
        stoppedBy ??= signal
        resolve(signal)
      })
    }
  })
}

/** The name of the user who runs this; a container's user may have none. */
function operatorName(): string {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.()}`
  }
}
