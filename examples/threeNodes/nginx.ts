import { accessSync, constants, copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Children } from './children.ts'

/** The folders where Debian and others put it. They are not in the path of every user. */
const usualFolders = ['/usr/sbin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin']

/** The path of nginx, searched in folders like those of PATH. Throws with the command that installs it. */
export function findNginx(path: string, others: readonly string[] = usualFolders): string {
  const found = [...path.split(delimiter), ...others].map((folder) => join(folder, 'nginx')).find(isProgram)
  if (found === undefined) throw new Error('nginx is not installed: apt-get install -y nginx-light')
  return found
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The options for running nginx. */
export type NginxRun = {
  readonly program: string
  /** A folder of its own. */
  readonly folder: string
  /** Port to listen on. */
  readonly port: number
  /** The addresses of three nodes. */
  readonly nodes: readonly string[]
}

/**
 * Starts nginx with the configuration beside this file; only the ports are changed. Resolves when it answers.
 */
export async function startNginx(children: Children, { program, folder, port, nodes }: NginxRun): Promise<string> {
  let text = readFileSync(new URL('nginx.conf', import.meta.url), 'utf8').replace(':8080', `:${port}`)
  for (const [index, node] of nodes.entries()) text = text.replace(`127.0.0.1:${3001 + index}`, new URL(node).host)
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, text)
  copyFileSync(new URL('../../ops/nginx/sente.conf', import.meta.url), join(folder, 'sente.conf'))
  const nginx = children.start('nginx', [program, '-p', folder, '-c', file, '-g', 'daemon off;'])
  const url = `http://127.0.0.1:${port}`
  while (!(await answers(url))) {
    if (nginx.hasEnded()) throw new Error(`nginx did not start: ${nginx.said()}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return url
}

/** Whether the gateway answers. Without a key it answers 401; anything else comes from another program on this port. */
async function answers(url: string): Promise<boolean> {
  const response = await fetch(`${url}/api/v1/balances`).catch(() => undefined)
  return response?.status === 401
}
