import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { projectFolder } from '../../sourceTree.ts'

/** The processes of the crash tests, each in one file: a server that is killed a thousand times has to start quickly. */
export type CrashProgram = {
  /** The path of the file of a process. */
  file(name: string): string
  close(): void
}

/** Compiles them from the sources as they are now, into a temporary folder. */
export async function buildCrashProgram(): Promise<CrashProgram> {
  const folder = mkdtempSync(join(tmpdir(), 'sente-'))
  symlinkSync(join(projectFolder, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  await build({
    absWorkingDir: projectFolder,
    entryPoints: [...processes, 'adapters/sqlite/durability/checkpointWorker.ts'],
    entryNames: '[name]',
    outdir: folder,
    bundle: true,
    platform: 'node',
    format: 'esm',
    // It loads a native library.
    external: ['better-sqlite3'],
    // Some packages load their parts with `require`.
    banner: {
      js: "import { createRequire as requiring } from 'node:module'; const require = requiring(import.meta.url);",
    },
    logLevel: 'error',
  })
  return {
    file: (name) => join(folder, `${name}.js`),
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const processes = [
  'spec/attacks/crashes/processes/crashServerProcess.ts',
  'spec/attacks/crashes/processes/crashNetworksProcess.ts',
]
