import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect } from 'chai'
import { toolFile } from '../../../../tools/tools.ts'
import {
  addClient,
  addSente,
  emptyProject,
  manifest,
  type PackageName,
  type Project,
  packedFile,
} from '../../../fixtures/project.ts'
import { drawingsIn } from '../../../house/walls/drawings.ts'
import { oneOf } from '../../../night.ts'
import { rule } from '../../../rule.ts'
import { pages, projectFolder, sourcesIn, textOf } from '../../../sourceTree.ts'

const checked = (program: string, ...words: string[]) =>
  void execFileSync(process.execPath, [toolFile(program), ...words])
const modulesAlone = ['--profile', 'esm-only']

describe('201 The package: packed files', () => {
  let project: Project
  before(() => {
    project = emptyProject()
    addSente(project)
    addClient(project)
  })
  const inPackage = (name: string, path: string) =>
    readFileSync(join(project.folder, 'node_modules', name, path), 'utf8')

  rule('201.14', 'a package has its modules, their types, maps and sources, its pages, and no other file', {
    '@sente/core': () => {
      const others = /faults|brokenPromises|memoryStage|everyAdapter|stores|\.spec\./
      const kit = sourcesIn('spec/contracts').filter(({ path }) => !others.test(path))
      const modules = [...kit, ...sourcesIn('core', 'adapters/memory', 'adapters/node')].flatMap(filesOf)
      expect(unlike(filesIn('core'), ['README.md', ...always, ...modules])).to.deep.equal([])
    },
    '@sente/client': () => {
      const modules = sourcesIn('adapters/client').flatMap(filesOf)
      expect(unlike(filesIn('client'), ['README.md', ...always, ...modules])).to.deep.equal([])
    },
    sente: () => {
      const adapters = [
        'background',
        'cli',
        'dashboard',
        'formats',
        'http',
        'mail',
        'telemetry',
        'postgres',
        'providers',
        'simulator',
        'sql',
        'sqlite',
        'webhooks',
        'written',
      ].map((name) => `adapters/${name}`)
      const modules = sourcesIn(...adapters, 'composition').flatMap(filesOf)
      const leading = ['core/sente', 'adapters/memory/memory', 'adapters/node/node'].flatMap((path) => [
        `dist/${path}.js`,
        `dist/${path}.d.ts`,
      ])
      const everything = readdirSync(join(projectFolder, 'ops'), { recursive: true, withFileTypes: true })
      const ops = everything
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => relative(projectFolder, join(parentPath, name)))
      const bundle = 'bundles/redoc.standalone.js'
      const redoc = ['LICENSE', bundle, `${bundle}.LICENSE.txt`].map((path) => `dist/redoc/${path}`)
      const program = readdirSync(join(projectFolder, 'dist/program')).map((name) => `dist/program/${name}`)
      const built = ['dist/rulebook.html', 'dist/guide.json', 'dist/commit', ...redoc, ...program]
      const drawings = drawingsIn(textOf('docs/architecture.md')).map(({ path }) => path)
      const assets = ['page.css', 'page.js'].map((name) => `dist/adapters/dashboard/assets/${name}`)
      const pictures = readdirSync(join(projectFolder, 'docs/pictures')).map((name) => `docs/pictures/${name}`)
      const own = [...built, ...assets, ...ops, ...drawings, ...pictures, ...pages().map(({ path }) => path)]
      expect(unlike(filesIn('sente'), [...own, ...always, ...leading, ...modules])).to.deep.equal([])
    },
  })

  rule('201.15', 'each map leads to sources in the package', () => {
    for (const [file, name, least] of [
      ['client', '@sente/client', 10],
      ['core', '@sente/core', 80],
      ['sente', 'sente', 80],
    ] as const) {
      const maps = filesIn(file).filter((path) => path.endsWith('.map'))
      expect(maps).to.have.length.above(least)
      for (const path of maps) {
        const { sources } = JSON.parse(inPackage(name, path))
        expect(sources).to.have.length(1)
        expect(inPackage(name, join(dirname(path), sources[0])), path).to.have.length.above(0)
      }
    }
  })

  rule(
    '201.16',
    'the gateway depends on the core of its own version; the core and the client depend on nothing',
    () => {
      const { version, dependencies } = JSON.parse(inPackage('sente', 'package.json'))
      expect(version).to.equal(manifest.version)
      expect(dependencies).to.deep.equal({ '@sente/core': manifest.version, ...manifest.dependencies })
      for (const name of ['@sente/core', '@sente/client']) {
        const alone = JSON.parse(inPackage(name, 'package.json'))
        expect(alone.version).to.equal(manifest.version)
        expect(alone).not.to.have.any.keys('dependencies', 'peerDependencies', 'optionalDependencies', 'scripts')
      }
    },
  )

  const checkedToday = Object.keys(oneOf({ client: true, core: true, sente: true })) as PackageName[]

  rule(
    '201.17',
    'two checkers of packages and of their types find no fault, except that they have only ES modules',
    Object.fromEntries(
      checkedToday.flatMap((name) => [
        [`publint on ${name}`, () => checked('publint/src/cli.js', packedFile(name), '--strict')],
        [`types of ${name}`, () => checked('@arethetypeswrong/cli/dist/index.js', packedFile(name), ...modulesAlone)],
      ]),
    ),
  )

  const needed = {
    'sente/gateway': [
      ...['@fastify/busboy', '@koa/router', '@opentelemetry/api', '@sente/core', 'ajv', 'better-sqlite3'],
      ...['csv-parse', 'fresh', 'got'],
      ...[
        'inversify',
        'koa',
        'koa-bodyparser',
        'lru-cache',
        'otpauth',
        'p-limit',
        'pg',
        'preact',
        'preact-render-to-string',
        'qrcode-generator',
        'rate-limiter-flexible',
        'reflect-metadata',
      ],
    ],
    'sente/http': [
      ...['@koa/router', '@sente/core', 'ajv', 'csv-parse', 'fresh', 'koa', 'koa-bodyparser'],
      ...['lru-cache', 'p-limit', 'rate-limiter-flexible'],
    ],
    'sente/networks': ['@sente/core', 'got'],
    'sente/postgres': ['@sente/core', 'pg'],
    'sente/simulator': ['@koa/router', 'ajv', 'fresh', 'got', 'koa', 'koa-bodyparser'],
    'sente/sqlite': ['@sente/core', 'better-sqlite3', 'lru-cache', 'p-limit'],
  }

  rule('201.18', 'each entry of the gateway’s package loads only the dependencies that it needs', {
    'these are all of its entries': () =>
      expect(Object.keys(needed)).to.have.members(
        Object.keys(JSON.parse(inPackage('sente', 'package.json')).exports).map((path) => join('sente', path)),
      ),
    ...Object.fromEntries(
      Object.entries(needed).map(([entry, packages]) => [
        entry,
        () => {
          const loaded = project.loadedBy(entry).filter((name) => name === '@sente/core' || manifest.dependencies[name])
          expect(loaded).to.deep.equal(packages)
        },
      ]),
    ),
  })

  rule('201.19', 'each entry can be required, too', () => {
    const core = ['', '/conformance', '/memory', '/node'].map((path) => `@sente/core${path}`)
    const entries = ['@sente/client', ...core, ...Object.keys(needed)]
    const lines = entries.map((entry) => `console.log(Object.keys(require('${entry}')).length > 0)\n`)
    project.add('required.cjs', lines.join(''))
    const { status, stdout, stderr } = project.run('required.cjs')
    expect(status, stderr).to.equal(0)
    expect(stdout).to.equal('true\n'.repeat(11))
  })
})

const always = ['package.json', 'LICENSE', 'CHANGELOG.md']

/** The files that a package has for a source. */
function filesOf({ path }: { path: string }): string[] {
  const built = path.replace(/\.tsx?$/, '')
  return [path, ...['.js', '.js.map', '.d.ts', '.d.ts.map'].map((ending) => `dist/${built}${ending}`)]
}

/** The entries of one list that are missing in the other. */
function unlike(one: string[], other: string[]): string[] {
  const lacks = (list: string[]) => (path: string) => !list.includes(path)
  return [...one.filter(lacks(other)), ...other.filter(lacks(one))]
}

function filesIn(name: PackageName): string[] {
  const listed = execFileSync('tar', ['-tzf', packedFile(name)], { encoding: 'utf8' })
  return listed.split('\n').flatMap((line) => (line === '' ? [] : line.replace(/^package\//, '')))
}
