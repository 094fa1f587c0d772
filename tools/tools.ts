import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = join(dirname(fileURLToPath(import.meta.url)), 'node_modules')

/**
 * A file of a tool, such as its program, by its path in `tools/node_modules`. Throws if the tools are not installed.
 */
export function toolFile(path: string): string {
  const file = join(folder, path)
  if (!existsSync(file)) throw new Error('This needs the tools: npm ci --prefix tools')
  return file
}
