import { expect } from 'chai'
import { refusalCodes } from '../core/sente.ts'
import { rule } from './rule.ts'
import { importsOf, namesUsedIn, refusalsMadeIn, type SourceFile, sourcesIn } from './sourceTree.ts'

type Wall = (files: SourceFile[]) => string[]

const room = (path: string) =>
  path
    .split('/')
    .slice(0, path.startsWith('adapters/') ? 2 : 1)
    .join('/')

/** A wall between files and what they may import. */
function importWall(isOffence: (path: string, imported: string) => boolean): Wall {
  return (files) =>
    files.flatMap((file) =>
      importsOf(file)
        .filter((imported) => isOffence(file.path, imported))
        .map((imported) => `${file.path} imports ${imported}`),
    )
}

const coreImportsItself = importWall((path, imported) => room(path) === 'core' && room(imported) !== 'core')

const adaptersKeepApart = importWall(
  (path, imported) => path.startsWith('adapters/') && imported.startsWith('adapters/') && room(path) !== room(imported),
)

const adaptersEnterCoreByItsDoor = importWall(
  (path, imported) => path.startsWith('adapters/') && room(imported) === 'core' && imported !== 'core/sente.ts',
)

const nobodyImportsComposition = importWall(
  (path, imported) => room(path) !== 'composition' && room(imported) === 'composition',
)

const onlyCompositionKnowsTheContainer = importWall(
  (path, imported) => room(path) !== 'composition' && ['inversify', 'reflect-metadata'].includes(imported),
)

const simulatorIsAnotherParty = importWall(
  (path, imported) => room(path) === 'adapters/simulator' && room(imported) === 'core',
)

/** A wall against global names. */
function nameWall(rooms: (path: string) => boolean, forbidden: string[]): Wall {
  return (files) =>
    files
      .filter(({ path }) => rooms(path))
      .flatMap((file) => {
        const names = namesUsedIn(file)
        return forbidden.filter((name) => names.has(name)).map((name) => `${file.path} uses ${name}`)
      })
}

const coreHasNoWorld = nameWall(
  (path) => room(path) === 'core',
  [
    'Date',
    'Math.random',
    'performance',
    'process',
    'globalThis',
    'console',
    'fetch',
    'crypto',
    'setTimeout',
    'setInterval',
  ],
)

const onlyCompositionKnowsTheProcess = nameWall((path) => path.startsWith('adapters/'), ['process'])

const enforcedByHttp = [
  ...['method_not_allowed', 'unsupported_media_type', 'body_too_large', 'malformed_json'],
  ...['missing_fields', 'malformed_fields', 'not_found', 'internal_error'],
]

const eachCodeHasOnePlace: Wall = (files) => {
  const made = files.flatMap((file) => refusalsMadeIn(file).map((code) => ({ code, path: file.path })))
  return refusalCodes.flatMap((code) => {
    const home = enforcedByHttp.includes(code) ? 'adapters/http' : 'core'
    const places = made.filter((one) => one.code === code).map(({ path }) => path)
    if (places.length === 1 && room(places[0] ?? '') === home) return []
    return [`${code} belongs to one place in ${home}, not to: ${places.join(', ') || 'none'}`]
  })
}

const filesAreShort: Wall = (files) =>
  files
    .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
    .filter(({ lines }) => lines > 200)
    .map(({ path, lines }) => `${path} has ${lines} lines`)

const namesAreUnique: Wall = (files) => {
  const names = files.map(({ path }) => path.split('/').at(-1) ?? '')
  return names.filter((name, index) => names.indexOf(name) !== index)
}

const connectionsAreKept: Wall = (files) =>
  files
    .filter(({ path, text }) => path !== 'adapters/sqlite/keptDatabase.ts' && /\bnew Database\(/.test(text))
    .map(({ path }) => `${path} opens a connection by itself`)

const product = ['core', 'adapters', 'composition']

function stands(wall: Wall, planted: SourceFile[], folders = product) {
  return {
    'it stands': () => expect(wall(sourcesIn(...folders))).to.deep.equal([]),
    'a planted offence is seen': () => expect(wall(planted)).to.have.length(planted.length),
  }
}

const plant = (path: string, text: string): SourceFile => ({ path, text })

describe('28 The walls of the house', () => {
  rule(
    '28.1',
    'the core imports nothing but itself',
    stands(coreImportsItself, [
      plant('core/a.ts', `import { x } from 'uuid'`),
      plant('core/b.ts', `import type { x } from '../adapters/node/node.ts'`),
      plant('core/ports/c.ts', `export { x } from 'node:crypto'`),
    ]),
  )

  rule(
    '28.2',
    'the core knows no clock, no randomness and no process but what its ports hand it',
    stands(coreHasNoWorld, [
      plant('core/a.ts', 'const now = Date.now()'),
      plant('core/b.ts', 'const luck = () => Math.random()'),
      plant('core/c.ts', 'setTimeout(() => undefined, 1)'),
      plant('core/d.ts', 'const { env } = process'),
    ]),
  )

  rule(
    '28.3',
    'the folders of adapters do not import one another',
    stands(adaptersKeepApart, [
      plant('adapters/http/a.ts', `import { x } from '../sqlite/sqliteStore.ts'`),
      plant('adapters/simulator/b.ts', `import { x } from '../providers/mtnMomo.ts'`),
    ]),
  )

  rule(
    '28.4',
    'adapters enter the core by its one door',
    stands(adaptersEnterCoreByItsDoor, [plant('adapters/http/a.ts', `import { x } from '../../core/refusal.ts'`)]),
  )

  rule(
    '28.5',
    'nothing imports the composition',
    stands(nobodyImportsComposition, [
      plant('core/a.ts', `import { x } from '../composition/tokens.ts'`),
      plant('adapters/cli/b.ts', `import { x } from '../../composition/serve.ts'`),
    ]),
  )

  rule(
    '28.6',
    'only the composition knows the container',
    stands(onlyCompositionKnowsTheContainer, [plant('adapters/http/a.ts', `import { Container } from 'inversify'`)]),
  )

  rule(
    '28.7',
    'only the composition knows the process and its environment',
    stands(onlyCompositionKnowsTheProcess, [plant('adapters/sqlite/a.ts', 'const home = process.env.HOME')]),
  )

  rule(
    '28.8',
    'the simulator is another party: it knows nothing of the core',
    stands(simulatorIsAnotherParty, [
      plant('adapters/simulator/a.ts', `import { toMinor } from '../../core/sente.ts'`),
    ]),
  )

  rule('28.9', 'each refusal is made in exactly one place, the request’s form in HTTP and all else in the core', {
    'it stands': () => expect(eachCodeHasOnePlace(sourcesIn('core', 'adapters'))).to.deep.equal([]),
    'planted offences are seen': () => {
      const real = sourcesIn('core', 'adapters')
      const twice = plant('core/a.ts', `const x = { refused: 'invalid_pin' }`)
      const inAnAdapter = plant(
        'adapters/sqlite/b.ts',
        `const x = { refused: 'insufficient_balance', currency: 'UGX' }`,
      )
      const without = real.filter(({ path }) => path !== 'core/rules.ts')
      expect(eachCodeHasOnePlace([...real, twice])).to.have.length(1)
      expect(eachCodeHasOnePlace([...real, inAnAdapter])).to.have.length(1)
      expect(eachCodeHasOnePlace(without)).to.have.length(10)
    },
  })

  rule('28.10', 'a file has 200 lines at most', stands(filesAreShort, [plant('core/a.ts', 'line\n'.repeat(201))]))

  rule('28.11', 'no two files share a name', {
    'it stands': () => expect(namesAreUnique(sourcesIn(...product))).to.deep.equal([]),
    'a planted offence is seen': () =>
      expect(namesAreUnique([plant('core/a.ts', ''), plant('adapters/http/a.ts', '')])).to.deep.equal(['a.ts']),
  })

  rule(
    '28.12',
    'connections to SQLite are opened in one place, which lets go of nothing',
    stands(connectionsAreKept, [plant('bench/a.ts', 'const database = new Database(path)')], [...product, 'bench']),
  )
})
