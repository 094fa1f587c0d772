import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs'
import { SettingsError } from './validated.ts'

/** Environment variables, as the process has them. */
export type Variables = Record<string, string | undefined>

/** The variable that holds the path of a file in place of a value. */
export const fileForm = (name: string) => `${name}_FILE`

/**
 * Reads a value from its variable, or from the file that `NAME_FILE` names; undefined if neither is set. Throws a
 * SettingsError when both are set, or when the file cannot be used.
 */
export function readSecret(variables: Variables, name: string): string | undefined {
  const named = fileForm(name)
  const path = variables[named]
  if (path === undefined) return variables[name]
  if (variables[name] !== undefined) throw new SettingsError(`${name} and ${named} are both set: set only one of them`)
  if (path === '') throw new SettingsError(`${named} is "", but must be the path of a file`)
  const content = contentOf(named, path)
  const value = content.replace(/\r?\n$/, '')
  if (value === '') throw new SettingsError(`${named} is ${JSON.stringify(path)}, which is empty`)
  return value
}

/** The files from which a set of variables is read. */
export function secretFiles(variables: Variables, names: readonly string[]): readonly string[] {
  return names.map((name) => variables[fileForm(name)]).filter((path) => path !== undefined)
}

/** Checked on the opened file: the path could lead elsewhere a moment later. */
function contentOf(named: string, path: string): string {
  const that = `${named} is ${JSON.stringify(path)}, which`
  const file = opened(that, path)
  try {
    const stats = fstatSync(file)
    if (!stats.isFile()) throw new SettingsError(`${that} is not a regular file`)
    if (isOpenToOthers(stats)) throw new SettingsError(`${that} others may read or change: chmod 600 ${path}`)
    return textOf(that, readFileSync(file))
  } finally {
    closeSync(file)
  }
}

function opened(that: string, path: string): number {
  try {
    // A pipe would wait for a writer.
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch (error) {
    throw new SettingsError(`${that} can't be read: ${error instanceof Error ? error.message : error}`)
  }
}

/** A group may read: this is how systemd and Kubernetes let one user read files of root. */
function isOpenToOthers({ mode }: Stats): boolean {
  return (mode & 0o027) !== 0
}

/** Bytes that are not text would be read as the same character again and again, and make a weak key. */
function textOf(that: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new SettingsError(`${that} is not text: make a key with openssl rand -hex 32`)
  }
}
