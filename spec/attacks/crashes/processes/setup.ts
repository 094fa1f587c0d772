import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { build } from 'esbuild'
import { callbackPath, callbackToken } from '../../../../adapters/providers/market/callbacks.ts'
import type { Simulator } from '../../../../adapters/simulator/simulator.ts'
import { freePort } from '../../../fixtures/freePort.ts'
import { makeFolder } from '../../../fixtures/sqliteFolder.ts'
import { projectFolder } from '../../../sourceTree.ts'
import type { NamedKill } from '../plan.ts'
import { callbackSecret } from '../terms.ts'

/**
 * The processes of the crash tests, each in one file, since a server that is killed a thousand times must start
 * quickly.
 */
export type CrashProgram = {
  /** The path of the file of a process. */
  file(name: string): string
  close(): void
}

/** Compiles them from the current sources, into a temporary folder. */
export async function buildCrashProgram(): Promise<CrashProgram> {
  const folder = mkdtempSync(join(tmpdir(), 'sente-'))
  symlinkSync(join(projectFolder, 'node_modules'), join(folder, 'node_modules'))
  // The page of a link, beside the program.
  for (const name of ['page.css', 'page.js'])
    symlinkSync(join(projectFolder, 'adapters/dashboard/assets', name), join(folder, name))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  const processes = ['crashServerProcess', 'crashNetworksProcess'].map((name) =>
    join(import.meta.dirname, `${name}.ts`),
  )
  await build({
    absWorkingDir: projectFolder,
    entryPoints: [...processes, 'adapters/sqlite/durability/checkpointWorker.ts'],
    ...{ entryNames: '[name]', outdir: folder, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' },
    // It loads a native library.
    external: ['better-sqlite3'],
    // Some packages load their parts with `require`.
    banner: {
      js: "import { createRequire as requiring } from 'node:module'; const require = requiring(import.meta.url);",
    },
  })
  return {
    file: (name) => join(folder, `${name}.js`),
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** The access to the networks, and the settings of a server; perhaps a place to kill it during its start. */
export type Opening = {
  readonly databasePath: string
  readonly networks: Pick<Simulator, 'mtn' | 'airtel'>
  /** Its address, also for the networks' callbacks. */
  readonly port: number
  readonly kill?: NamedKill | undefined
}

/** The settings of the networks. */
export type NetworksOpening = { readonly dataFile: string; readonly airtelCallbackUrl: string }

/** A process that executes orders, one after the other; it ends with this one. */
export type CrashChild = ReturnType<typeof startChild>

function startChild(file: string) {
  const child = fork(file, { execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  let stderr = ''
  child.stderr?.on('data', (chunk) => {
    stderr = (stderr + chunk).slice(-4_000)
  })
  const ended = once(child, 'close').then(([code, signal]): number | string => code ?? signal)
  const early = ended.then((how) => Promise.reject(new Error(`${basename(file)} ended with ${how}: ${stderr}`)))
  early.catch(() => undefined)
  const nextMessage = () => Promise.race([once(child, 'message').then(([message]) => message), early])
  const loaded = nextMessage()
  loaded.catch(() => undefined)
  return {
    /** Resolves with its exit code, or with the signal that ended it. */
    ended,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    /**
     * Sends it an order when it has loaded, and then calls back; resolves with its answer, and rejects when it ends
     * first.
     */
    async ask<Answer>(order: object, onSent?: () => void): Promise<Answer> {
      await loaded
      const answer = nextMessage()
      // An order after its end is lost, and its end is the answer.
      if (child.connected) child.send(order, () => undefined)
      onSent?.()
      return answer
    },
    /** Kills it, unless it has ended, and resolves when it is gone. */
    async kill(): Promise<void> {
      child.kill('SIGKILL')
      await ended
    },
    /** Kills a live one; throws if it has ended by itself. */
    async die(): Promise<void> {
      child.kill('SIGKILL')
      if ((await ended) !== 'SIGKILL') await early
    },
  }
}

/** A temporary folder with one database, the networks in a process of their own, and their servers. */
export type CrashSetup = Awaited<ReturnType<typeof openCrashSetup>>

/** A running server. */
export type CrashServer = CrashChild & { readonly url: string }

/** Opens it, without a server yet; leaves nothing behind when that fails. */
export async function openCrashSetup(program: CrashProgram) {
  const { path: folder, database: databasePath, remove } = makeFolder()
  const [networksFile, port] = [join(folder, 'networks.jsonl'), await freePort()]
  const children = new Set<CrashChild>()
  let prepared: CrashChild | undefined

  function load(name: string): CrashChild {
    const child = startChild(program.file(name))
    children.add(child)
    void child.ended.then(() => children.delete(child))
    return child
  }

  function next(): CrashChild {
    const child = prepared ?? load('crashServerProcess')
    prepared = undefined
    return child
  }

  async function close(): Promise<void> {
    await Promise.all([...children].map((child) => child.kill()))
    remove()
  }

  try {
    const airtelCallbackUrl = `http://127.0.0.1:${port}${callbackPath(callbackToken(callbackSecret, 'airtel'))}`
    const opening = { dataFile: networksFile, airtelCallbackUrl } satisfies NetworksOpening
    const networks = await load('crashNetworksProcess').ask<Opening['networks']>(opening)
    const opened = { databasePath, networks, port } satisfies Opening
    return {
      databasePath,
      /** The file with the networks' records. */
      networksFile,
      /** Loads the next server in advance. */
      prepare() {
        prepared ??= load('crashServerProcess')
      },
      /** Starts the next one, or one of another database; rejects when it ends before it serves. */
      async serve(other: Partial<Opening> = {}): Promise<CrashServer> {
        const child = next()
        return { ...child, url: await child.ask<string>({ serve: { ...opened, ...other } }) }
      },
      /** Begins to start one that dies during its start, if a point is given; resolves as soon as it has its order. */
      async start(other: Partial<Opening>): Promise<CrashChild> {
        const child = next()
        await new Promise<void>((sent) => {
          child.ask({ serve: { ...opened, ...other } }, sent).catch(() => sent())
        })
        return child
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
