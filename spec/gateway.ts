import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectFolder } from './sourceTree.ts'

/** The built program, as it is installed. */
export const program = join(projectFolder, 'dist', 'composition', 'main.js')

/** A gateway running as a process of its own, or one that has ended. */
export type Gateway = {
  readonly child: ChildProcess
  /** What it has written so far. */
  readonly stdout: () => string
  readonly stderr: () => string
  /** Resolves with the address that it listens on; rejects when it ends before. */
  readonly url: Promise<string>
  /** Resolves with its exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>
}

/** What a command printed, and its exit code. */
export type Ran = { readonly code: number | string; readonly stdout: string; readonly stderr: string }

/** A temporary folder with a database path in it, and processes that end with it. */
export function workshop() {
  const folder = mkdtempSync(join(tmpdir(), 'sente-'))
  const children = new Set<ChildProcess>()
  const killAll = () => {
    for (const child of children) killGroup(child)
  }
  process.once('exit', killAll)
  const environment = {
    PATH: process.env.PATH,
    HOME: folder,
    PORT: '0',
    DATABASE_URL: `sqlite:${join(folder, 'data', 'sandbox.db')}`,
  }

  function start(command: readonly string[], env: Record<string, string> = {}): Gateway {
    const [file = '', ...args] = command
    const child = spawn(file, args, { cwd: projectFolder, env: { ...environment, ...env }, detached: true })
    children.add(child)
    const texts = { stdout: '', stderr: '' }
    child.stdout.on('data', (chunk) => {
      texts.stdout += chunk
    })
    child.stderr.on('data', (chunk) => {
      texts.stderr += chunk
    })
    const ended = once(child, 'close').then(([code, signal]) => {
      children.delete(child)
      return code ?? signal
    })
    const url = new Promise<string>((resolve, reject) => {
      child.stdout.on('data', () => {
        const listening = /"url":"([^"]+)"/.exec(texts.stdout)?.[1]
        if (listening) resolve(listening)
      })
      ended.then((code) => reject(new Error(`it ended with ${code} before it listened: ${texts.stderr}`)))
    })
    url.catch(() => undefined)
    return { child, url, ended, stdout: () => texts.stdout, stderr: () => texts.stderr }
  }

  return {
    folder,
    environment,
    /** Starts the server from the built program, or by another command. */
    serve: (env?: Record<string, string>, command = ['node', program, 'serve']) => start(command, env),
    /** Runs one command of the built program to its end. */
    async sente(args: readonly string[], env?: Record<string, string>): Promise<Ran> {
      const ran = start(['node', program, ...args], env)
      return { code: await ran.ended, stdout: ran.stdout(), stderr: ran.stderr() }
    },
    /** Ends every process and removes the folder. */
    async close() {
      const ends = [...children].map((child) => once(child, 'close'))
      killAll()
      await Promise.all(ends)
      process.removeListener('exit', killAll)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function killGroup({ pid }: ChildProcess) {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // the group has ended already
  }
}
