import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { projectFolder, textOf } from '../../sourceTree.ts'

const packed = join(projectFolder, 'dist-packages')

/** Version and dependencies of the project. */
export const manifest: { version: string; dependencies: Record<string, string> } = JSON.parse(textOf('package.json'))

/** A package by its folder in `packages`. */
export type PackageName = 'client' | 'core' | 'sente'

/** The packed file of a package. */
export const packedFile = (name: PackageName) =>
  join(packed, `${name === 'sente' ? name : `sente-${name}`}-${manifest.version}.tgz`)

/** A project of somebody else's, in an empty folder. */
export type Project = {
  readonly folder: string
  /** Makes a file of it: JavaScript as it stands, TypeScript without its types. */
  add(name: string, text: string): void
  /** Runs one of its files to the end. */
  run(name: string, env?: Record<string, string>): { status: number | null; stdout: string; stderr: string }
  /** What the compiler has to say about some of its files, and all types that they reach, in the strictest mode. */
  typeErrors(names: string[], types?: string[]): string[]
  /** The packages that a module loads when it is imported. */
  loadedBy(entry: string): string[]
  remove(): void
}

/** Makes it, with nothing installed. */
export function emptyProject(): Project {
  const folder = mkdtempSync(join(tmpdir(), 'sente-'))
  mkdirSync(join(folder, 'node_modules'))
  const path = (name: string) => join(folder, name)
  const node = (args: string[], env: Record<string, string> = {}) =>
    spawnSync('node', args, { cwd: folder, encoding: 'utf8', env: { PATH: process.env.PATH, ...env } })
  writeFileSync(path('package.json'), '{ "type": "module" }')
  return {
    folder,
    add: (name, text) => writeFileSync(path(name), text),
    run: (name, env) => node([name], env),
    typeErrors: (names, types = []) => typeErrors(names.map(path), types),
    loadedBy(entry) {
      const coverage = path('coverage')
      const { status, stderr } = node(['--input-type=module', '--eval', `import '${entry}'`], {
        NODE_V8_COVERAGE: coverage,
      })
      if (status !== 0) throw new Error(stderr)
      const reports = readdirSync(coverage).map((name) => JSON.parse(readFileSync(join(coverage, name), 'utf8')))
      rmSync(coverage, { recursive: true })
      return [...new Set(reports.flatMap(packagesIn))].sort()
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}

/** Each script that ran is in V8's report, whichever way it was loaded. */
function packagesIn({ result }: { result: { url: string }[] }): string[] {
  return result.flatMap(({ url }) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? [])
}

/** Unpacks the core's package into a project: npm would do no more. */
export function addCore({ folder }: Project): void {
  unpack('core', join(folder, 'node_modules', '@sente', 'core'))
}

/** Unpacks the client's package into a project. */
export function addClient({ folder }: Project): void {
  unpack('client', join(folder, 'node_modules', '@sente', 'client'))
}

/**
 * Unpacks the gateway's package into a project, and lends it what it depends on, and types, from this one's folder:
 * SQLite is compiled there already.
 */
export function addSente(project: Project): void {
  addCore(project)
  unpack('sente', join(project.folder, 'node_modules', 'sente'))
  const { packages }: { packages: Record<string, { dev?: true }> } = JSON.parse(textOf('package-lock.json'))
  const ours = Object.entries(packages).filter(
    ([path, { dev }]) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && (!dev || path.includes('/@types/')),
  )
  for (const [path] of ours) lend(project, path)
}

function lend({ folder }: Project, path: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  symlinkSync(join(projectFolder, path), join(folder, path))
}

function unpack(name: PackageName, folder: string): void {
  mkdirSync(folder, { recursive: true })
  execFileSync('tar', ['-xzf', packedFile(name), '-C', folder, '--strip-components', '1'])
}

/** The program that a page shows. */
export function blockIn(page: string): string {
  return /```ts\n([\s\S]*?)```/.exec(textOf(page))?.[1] ?? ''
}

/** A TypeScript module without its types. */
export function javaScriptOf(text: string): string {
  const compilerOptions = {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    verbatimModuleSyntax: true,
    rewriteRelativeImportExtensions: true,
  }
  return ts.transpileModule(text, { compilerOptions }).outputText
}

function typeErrors(paths: string[], types: string[]): string[] {
  const program = ts.createProgram(paths, {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    skipDefaultLibCheck: true,
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
    module: ts.ModuleKind.NodeNext,
    types,
  })
  return ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
    const where = file ? `${file.fileName}: ` : ''
    return where + ts.flattenDiagnosticMessageText(messageText, '\n')
  })
}
