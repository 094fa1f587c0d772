#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { text } from 'node:stream/consumers'
import { runCli } from '../adapters/cli/cli.ts'
import { doctor } from './doctor.ts'
import { migrateDatabase } from './migrateDatabase.ts'
import { openStore } from './openStore.ts'
import { type Process, serve } from './serve.ts'
import { readSettings } from './settings.ts'
import { runSimulator } from './simulatorCommand.ts'

const { env, pid, stdin, stdout, stderr } = process

const surroundings: Process = {
  environment: env,
  pid,
  say: (line) => stderr.write(line),
  stopSignal,
  exit: (code) => process.exit(code),
}

process.exitCode = await runCli(process.argv.slice(2), {
  serve: async () => serve(readSettings(env), surroundings),
  simulator: (simulation) => runSimulator(simulation, surroundings),
  migrate: async () => migrateDatabase(readSettings(env)),
  doctor: async () => doctor(readSettings(env), env),
  openStore: async () => openStore(readSettings(env), env),
  out: (line) => stdout.write(line),
  err: (line) => stderr.write(line),
  readStdin: () => text(stdin),
  version: versionOf(new URL('../../package.json', import.meta.url)),
  operator: operatorName(),
  // Heeds NO_COLOR and what the terminal is.
  colours: stdout.isTTY === true && stdout.hasColors(),
  isTerminal: stdin.isTTY,
})

/** Resolves with the first signal; further ones, such as those npm passes on, change nothing while the server drains. */
function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, resolve)
  })
}

/** The name of who runs this; a container's user may have none. */
function operatorName(): string {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.()}`
  }
}

function versionOf(manifest: URL): string {
  return JSON.parse(readFileSync(manifest, 'utf8')).version
}
