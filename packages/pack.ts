import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { packForServers } from './serverArchive.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const target = join(root, 'dist-packages')
const { values: options } = parseArgs({ options: { 'with-native': { type: 'boolean' } } })

const manifest = manifestIn('.')
const { version, license, type, engines, description, dependencies } = manifest
const common = { version, license, type, engines }

/** Modules of the core's package that the gateway's sources import. The gateway's package has a line in their place. */
const doors = {
  'core/sente': '@sente/core',
  'adapters/memory/memory': '@sente/core/memory',
  'adapters/node/node': '@sente/core/node',
}

rmSync(target, { recursive: true, force: true })

const core = packageOf('core', ['core', 'adapters/memory', 'adapters/node', 'spec/contracts'])
describe(core, { ...manifestIn('packages/core'), ...common })

const client = packageOf('client', ['adapters/client'])
describe(client, { ...manifestIn('packages/client'), ...common })

const sente = join(target, 'sente')
const adapters = [
  'background',
  'cli',
  'dashboard',
  'formats',
  'http',
  'mail',
  'postgres',
  'providers',
  'simulator',
  'sql',
  'sqlite',
  'telemetry',
  'webhooks',
  'written',
]
copySources(sente, [...adapters.map((name) => `adapters/${name}`), 'composition'])
for (const [path, entry] of Object.entries(doors)) lead(join(sente, 'dist', path), entry)
for (const path of [
  'README.md',
  'LICENSE',
  'CHANGELOG.md',
  'docs',
  'ops',
  'dist/rulebook.html',
  'dist/guide.json',
  'dist/commit',
  'dist/redoc',
  'dist/program',
])
  copy(sente, path)
describe(sente, {
  ...manifestIn('packages/sente'),
  ...common,
  description,
  dependencies: { '@sente/core': version, ...dependencies },
})
execFileSync('npm', ['pack', core, client, sente, '--pack-destination', target, '--silent'], {
  stdio: ['ignore', 'ignore', 'inherit'],
})
if (options['with-native']) packForServers({ sente, core, target: join(target, 'server') })
// The gateway's package finds it here. Other packages are in the project's own folder.
mkdirSync(join(target, 'node_modules', '@sente'), { recursive: true })
symlinkSync(core, join(target, 'node_modules', '@sente', 'core'))

function manifestIn(folder: string) {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
}

/** Makes the folder of a package that has a README of its own and these parts of the project. */
function packageOf(name: string, parts: readonly string[]): string {
  const folder = join(target, name)
  copySources(folder, parts)
  copy(folder, `packages/${name}/README.md`, 'README.md')
  for (const page of ['LICENSE', 'CHANGELOG.md']) copy(folder, page)
  return folder
}

/** Copies the built files, and the sources to which their source maps lead. */
function copySources(folder: string, parts: readonly string[]): void {
  for (const part of parts) {
    cpSync(join(root, 'dist', part), join(folder, 'dist', part), { recursive: true })
    for (const built of readdirSync(join(root, 'dist', part), { recursive: true, encoding: 'utf8' })) {
      if (!built.endsWith('.js.map')) continue
      const { sources } = JSON.parse(readFileSync(join(root, 'dist', part, built), 'utf8'))
      for (const source of sources) copy(folder, join(part, dirname(built), basename(source)))
    }
  }
}

/** Copies a path of the project, to the same path unless another is given. */
function copy(folder: string, from: string, to = from): void {
  cpSync(join(root, from), join(folder, to), { recursive: true })
}

/** Writes a module, and its types, that is an entry of the core's package. */
function lead(path: string, entry: string): void {
  mkdirSync(dirname(path), { recursive: true })
  for (const ending of ['.js', '.d.ts']) writeFileSync(`${path}${ending}`, `export * from '${entry}'\n`)
}

function describe(folder: string, packed: object): void {
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(packed, null, 2)}\n`)
}
