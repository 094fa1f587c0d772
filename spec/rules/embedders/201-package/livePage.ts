import { execFileSync } from 'node:child_process'
import { cpSync, lchownSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '../../../sourceTree.ts'

/** A block of a page: its language, and its text. */
type Block = { readonly language: string; readonly text: string }

/** The blocks of a page, in their order. */
export function blocksOf(page: string): Block[] {
  return [...page.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, language = '', text = '']) => ({ language, text }))
}

/** The user that runs the lines: nobody, where this process is root's, or else its own user. */
const nobody = 65_534

/** What begins a command that is run without root. */
export function withoutRoot(): string[] {
  if (process.getuid?.() !== 0) return []
  return ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups']
}

/** Gives a folder, with all that is in it, to the user that runs the lines. */
export function handOver(folder: string): void {
  if (process.getuid?.() !== 0) return
  for (const path of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
    lchownSync(join(folder, path), nobody, nobody)
}

/** Lends an installed gateway the SQLite that is compiled here already: npm, without scripts, compiles none. */
export function lendSqlite(folder: string): void {
  const built = join('node_modules', 'better-sqlite3', 'build')
  cpSync(join(projectFolder, built), join(folder, built), { recursive: true })
}

/** Copies what the repository holds, as a fresh clone would have it with what is changed here. */
export function checkOut(folder: string): void {
  mkdirSync(folder)
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const files = execFileSync('git', list, { cwd: projectFolder, encoding: 'utf8' }).split('\0').filter(Boolean)
  for (const file of files) cpSync(join(projectFolder, file), join(folder, file))
}
