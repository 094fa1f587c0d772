import { renameSync, rmSync, writeFileSync } from 'node:fs'

/** Writes a file that only its owner can read, replacing what is there; a symbolic link is not followed. */
export function writeSecretFile(path: string, text: string): void {
  // Other processes may write it at the same time.
  const made = `${path}.${process.pid}.new`
  rmSync(made, { force: true })
  writeFileSync(made, text, { flag: 'wx', mode: 0o600 })
  renameSync(made, path)
}
