import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** A command, and the folder of the project in which it runs. */
type Command = { readonly words: readonly string[]; readonly folder?: string }

/** Runs commands side by side. The first failure ends the others, and rejects with the output of the failed command. */
export async function together(commands: readonly Command[]): Promise<void> {
  const failing = new AbortController()
  await Promise.all(commands.map((command) => run(command, failing)))
}

function run({ words, folder = '.' }: Command, failing: AbortController): Promise<void> {
  const [program = '', ...others] = words
  const child = spawn(program, others, { cwd: join(root, folder), stdio: ['ignore', 'pipe', 'pipe'] })
  failing.signal.addEventListener('abort', () => child.kill())
  const said: Buffer[] = []
  for (const output of [child.stdout, child.stderr]) output.on('data', (part: Buffer) => said.push(part))
  return new Promise((resolve, reject) => {
    const fail = (why: unknown) => {
      failing.abort()
      reject(new Error(`${words.join(' ')} failed: ${why}\n${Buffer.concat(said)}`))
    }
    child.once('error', fail)
    child.once('close', (code, signal) => (code === 0 ? resolve() : fail(code ?? signal)))
  })
}
