import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The folders of the packages that a server needs, and the folder for the archive. */
type Packing = { readonly sente: string; readonly core: string; readonly target: string }

/**
 * Packs the gateway for servers like this machine: with the core, all dependencies, and SQLite as it was compiled here.
 * npm installs it without a registry, a compiler or a script.
 */
export function packForServers({ sente, core, target }: Packing): void {
  const work = join(target, 'work')
  cpSync(sente, work, { recursive: true })
  cpSync(core, join(work, 'node_modules', '@sente', 'core'), { recursive: true })
  for (const path of productionPackages()) {
    // A package inside another one is in the list itself.
    const filter = (source: string) => basename(source) !== 'node_modules'
    cpSync(join(root, path), join(work, path), { recursive: true, filter, dereference: true })
  }
  keepWhatRuns(join(work, 'node_modules', 'better-sqlite3'))
  change(work, (manifest) => ({ ...manifest, ...limits(), bundleDependencies: true }))
  const packed = execFileSync('npm', ['pack', work, '--pack-destination', target, '--silent'], { encoding: 'utf8' })
  const { version } = JSON.parse(readFileSync(join(work, 'package.json'), 'utf8'))
  renameSync(join(target, packed.trim()), join(target, `sente-${version}-${platform.join('-')}.tgz`))
  rmSync(work, { recursive: true })
}

const { platform: os, arch: cpu, versions } = process
const libc = os === 'linux' ? [glibcVersion() === undefined ? 'musl' : 'glibc'] : []
const node = versions.node.split('.')[0]

/** The platform on which native modules that were built here run, in the words of an archive's name. */
const platform = [os, cpu, ...libc, `node${node}`, `abi${versions.modules}`]

function glibcVersion(): string | undefined {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  return header.glibcVersionRuntime
}

/** npm refuses to install it on another system or processor, and warns about another major version of Node. */
function limits() {
  return { os: [os], cpu: [cpu], ...(libc.length > 0 && { libc }), engines: { node: `${node}.x` } }
}

/** The folders of the packages that the gateway needs, in the versions that were tested. */
function productionPackages(): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return Object.entries<{ dev?: true; devOptional?: true }>(packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
    .map(([path]) => path)
}

/** Leaves of SQLite's package the parts that run, without the script and the sources that build them. */
function keepWhatRuns(folder: string): void {
  const built = join('build', 'Release', 'better_sqlite3.node')
  assertLoads()
  for (const part of ['build', 'deps', 'src', 'binding.gyp']) rmSync(join(folder, part), { recursive: true })
  cpSync(join(root, 'node_modules', 'better-sqlite3', built), join(folder, built))
  change(folder, ({ scripts: _, dependencies, ...manifest }) => ({
    ...manifest,
    files: ['lib', built],
    dependencies: { bindings: dependencies?.bindings },
    builtFor: platform.join(' '),
  }))
}

function assertLoads(): void {
  const Database = createRequire(import.meta.url)('better-sqlite3')
  new Database(':memory:').close()
}

type Manifest = Readonly<Record<string, unknown>> & { readonly dependencies?: Readonly<Record<string, unknown>> }

/** Changes a package's description. */
function change(folder: string, changed: (manifest: Manifest) => object): void {
  const path = join(folder, 'package.json')
  writeFileSync(path, `${JSON.stringify(changed(JSON.parse(readFileSync(path, 'utf8'))), null, 2)}\n`)
}
