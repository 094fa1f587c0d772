import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCli } from '../../../../adapters/cli/cli.ts'
import {
  backupDatabase,
  migrateDatabase,
  moveDatabase,
  restoreDatabase,
} from '../../../../composition/commands/databases.ts'
import { doctor } from '../../../../composition/commands/doctor.ts'
import { openStore } from '../../../../composition/commands/openStore.ts'
import { type Process, serve } from '../../../../composition/commands/serve.ts'
import { runSimulator } from '../../../../composition/commands/simulator.ts'
import { settingsHelp } from '../../../../composition/settings/environment.ts'
import {
  readCommandSettings,
  readLiveSettings,
  readSandboxSettings,
} from '../../../../composition/settings/settings.ts'
import type { Gateway, Merchant, Processes, Ran } from '../../../fixtures/processes.ts'
import { makeFolder } from '../../../fixtures/sqliteFolder.ts'

type Environment = Record<string, string | undefined>

/** A server or a command of the program that runs in this process. */
export type Running = Omit<Gateway, 'child' | 'ended'> & {
  readonly ended: Promise<number>
  /** Asks it to stop, as a signal does; resolves with its exit code. */
  stop(): Promise<number>
}

/** The program in this process. */
export type Here = ReturnType<typeof openHere>

/**
 * Servers, simulated networks and commands in this process, with the settings that an environment gives: as
 * `openProcesses`, where the process is not the subject, and in its folder when it is given.
 */
export function openHere(beside?: Pick<Processes, 'folder' | 'environment'>) {
  const own = beside ? undefined : makeFolder()
  const folder = beside?.folder ?? own?.path ?? ''
  const environment = { PORT: '0', DATABASE_URL: `sqlite:${join(folder, 'data', 'sandbox.db')}` }
  const running = new Set<Running>()

  function start(args: readonly string[], change: Environment = {}): Running {
    const started = startHere(args, { ...environment, ...change })
    running.add(started)
    started.ended.then(() => running.delete(started))
    return started
  }

  async function sente(args: readonly string[], env?: Environment): Promise<Ran> {
    const { ended, stdout, stderr } = start(args, env)
    return { code: await ended, stdout: stdout(), stderr: stderr() }
  }

  return {
    folder,
    environment,
    sente,
    /** Starts the server that an environment is for. */
    serve: (env: Environment = {}) => start([env.SENTE_CONFIG === undefined ? 'sandbox' : 'serve'], env),
    /** Starts the simulated networks alone; resolves with the environment of a live gateway that uses them. */
    async startNetworks(options: readonly string[] = []): Promise<Record<string, string>> {
      const config = join(folder, 'live.json')
      await start(['simulator', '--config-out', config, ...options]).greeting
      const credentials = [...readFileSync(`${config}.env`, 'utf8').matchAll(/^(\w+)='(.*)'$/gm)]
      return {
        ...Object.fromEntries(credentials.map(([, name, value]) => [name, value])),
        SENTE_CONFIG: config,
        SENTE_PIN_KEY: 'a PIN key for tests, long enough.',
        DATABASE_URL: `sqlite:${join(folder, 'live.db')}`,
      }
    },
    /** Opens an account that may do everything, with PIN 4071 and UGX 1,000,000. */
    async openAccount(env?: Environment): Promise<Merchant> {
      const options = ['--kyc', 'complete', '--activate', 'UGX', '--pin', '4071', '--fund', 'UGX=1000000', '--json']
      const { code, stdout, stderr } = await sente(['account', 'create', '--name', 'Duka', ...options], env)
      if (code !== 0) throw new Error(`the account was not opened: ${stdout}${stderr}`)
      const { account_id: accountId, secret_key: secretKey, public_key: publicKey } = JSON.parse(stdout)
      return { accountId, secretKey, publicKey }
    },
    /** Stops everything, and removes the folder unless it is another's. */
    async close() {
      await Promise.all([...running].reverse().map(({ stop }) => stop()))
      own?.remove()
    },
  }
}

/** Runs one command line; what it serves ends when it is stopped. */
function startHere(args: readonly string[], env: Environment): Running {
  const texts = { stdout: '', stderr: '' }
  const looks: (() => void)[] = []
  const into = (name: keyof typeof texts) => (text: Buffer | string) => {
    texts[name] += text
    for (const look of looks) look()
  }
  let stopping = () => {}
  const stopped = new Promise<string>((resolve) => {
    stopping = () => resolve('SIGTERM')
  })
  const nothing = () => undefined
  const own: Process = {
    environment: env,
    output: {
      write: into('stdout'),
      flush: nothing,
      end: async () => undefined,
      flushSync: nothing,
      isStuck: () => false,
    },
    say: into('stderr'),
    stopSignal: () => stopped,
    exit(code) {
      throw new Error(`it would have ended with ${code}`)
    },
  }
  const settings = () => readCommandSettings(env)
  const ended = runCli(args, {
    serve: async () => serve(readLiveSettings(env), own),
    sandbox: async () => serve(readSandboxSettings(env), own),
    simulator: (simulation) => runSimulator(simulation, own),
    migrate: async () => migrateDatabase(settings()),
    backup: async (file) => backupDatabase(settings(), file, nothing),
    restore: async (restore) => restoreDatabase(settings(), { ...restore, say: nothing }),
    move: moveDatabase,
    doctor: async () => doctor(settings(), env),
    openStore: async () => openStore(settings(), env),
    out: into('stdout'),
    err: into('stderr'),
    readStdin: async () => '',
    caseKey: nothing,
    settings: settingsHelp(),
    version: '1.2.3',
    operator: 'amina',
    colours: false,
  })
  const found = (name: keyof typeof texts, awaited: RegExp) => {
    const text = new Promise<string>((resolve, reject) => {
      looks.push(() => {
        const [, shown] = awaited.exec(texts[name]) ?? []
        if (shown) resolve(shown)
      })
      ended.then((code) => reject(new Error(`it ended with ${code} before it was up: ${texts.stderr}`)))
    })
    text.catch(nothing)
    return text
  }
  return {
    url: found('stdout', /"url":"([^"]+)"/),
    greeting: found('stderr', /^(.*Stop with Ctrl-C\.\n)/s),
    ended,
    stdout: () => texts.stdout,
    stderr: () => texts.stderr,
    stop() {
      stopping()
      return ended
    },
  }
}
