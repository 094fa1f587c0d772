import { refusalCodes } from '../core/sente.ts'
import { importsOf, namesUsedIn, refusalsMadeIn, type SourceFile } from './sourceTree.ts'

/** Finds the places where files break what holds for all of them. */
export type Wall = (files: SourceFile[]) => string[]

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

export const coreImportsItself = importWall((path, imported) => room(path) === 'core' && room(imported) !== 'core')

export const adaptersKeepApart = importWall(
  (path, imported) => path.startsWith('adapters/') && imported.startsWith('adapters/') && room(path) !== room(imported),
)

export const adaptersEnterCoreByItsDoor = importWall(
  (path, imported) => path.startsWith('adapters/') && room(imported) === 'core' && imported !== 'core/sente.ts',
)

export const nobodyImportsComposition = importWall(
  (path, imported) => room(path) !== 'composition' && room(imported) === 'composition',
)

export const onlyCompositionKnowsTheContainer = importWall(
  (path, imported) => room(path) !== 'composition' && ['inversify', 'reflect-metadata'].includes(imported),
)

export const simulatorIsAnotherParty = importWall(
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

export const coreHasNoWorld = nameWall(
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

export const onlyCompositionKnowsTheProcess = nameWall((path) => path.startsWith('adapters/'), ['process'])

const enforcedByHttp = [
  ...['method_not_allowed', 'unsupported_media_type', 'body_too_large', 'malformed_json'],
  ...['missing_fields', 'malformed_fields', 'not_found', 'internal_error'],
]

export const eachCodeHasOnePlace: Wall = (files) => {
  const made = files.flatMap((file) => refusalsMadeIn(file).map((code) => ({ code, path: file.path })))
  return refusalCodes.flatMap((code) => {
    const home = enforcedByHttp.includes(code) ? 'adapters/http' : 'core'
    const places = made.filter((one) => one.code === code).map(({ path }) => path)
    if (places.length === 1 && room(places[0] ?? '') === home) return []
    return [`${code} belongs to one place in ${home}, not to: ${places.join(', ') || 'none'}`]
  })
}

export const filesAreShort: Wall = (files) =>
  files
    .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
    .filter(({ lines }) => lines > 200)
    .map(({ path, lines }) => `${path} has ${lines} lines`)

export const namesAreUnique: Wall = (files) => {
  const names = files.map(({ path }) => path.split('/').at(-1) ?? '')
  return names.filter((name, index) => names.indexOf(name) !== index)
}

export const connectionsAreKept: Wall = (files) =>
  files
    .filter(({ path, text }) => path !== 'adapters/sqlite/file/keptDatabase.ts' && /\bnew Database\(/.test(text))
    .map(({ path }) => `${path} opens a connection by itself`)

/** Where sente is not installed, npx and its like fetch whatever has its name in the public registry. */
export const nobodyFetchesAStranger: Wall = (files) =>
  files
    .filter(({ text }) => /\b(npx|pnpx|bunx|npm (exec|x)|(pnpm|yarn) dlx)\s+(-\S+\s+)*sente\b/.test(text))
    .map(({ path }) => `${path} calls sente so that a stranger's program may be fetched`)
