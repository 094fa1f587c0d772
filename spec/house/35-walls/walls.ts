import { refusalCodes } from '../../../core/sente.ts'
import { importsOf, namesUsedIn, refusalsMadeIn, type SourceFile } from '../../sourceTree.ts'

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

/** The folder of a file, and its house: the core, the composition, or an adapter. */
const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'))

/** Rooms of one house stand in an order; the house's own folder, its door, is above and below all of them. */
export const roomsStandInOrder: Wall = (files) => {
  const arrows = new Map<string, Set<string>>()
  for (const file of files) {
    const from = folderOf(file.path)
    for (const imported of importsOf(file).filter((path) => path.endsWith('.ts'))) {
      const to = folderOf(imported)
      const isBetweenRooms = from !== to && room(from) === room(to) && from !== room(from) && to !== room(to)
      if (isBetweenRooms) arrows.set(from, (arrows.get(from) ?? new Set()).add(to))
    }
  }
  const leadsTo = (from: string, to: string, seen = new Set<string>()): boolean =>
    [...(arrows.get(from) ?? [])].some((next) => {
      if (next === to) return true
      if (seen.has(next)) return false
      seen.add(next)
      return leadsTo(next, to, seen)
    })
  return [...arrows.keys()].filter((from) => leadsTo(from, from)).map((from) => `${from} imports, in the end, itself`)
}

/** A network's folder, at the providers and in the simulator, and what it imports of another network's. */
export const networksKeepApart = importWall((path, imported) => {
  const network = (of: string) => /^adapters\/(providers|simulator)\/(?!transport\/)([a-z]+)\//.exec(of)?.[0]
  const [own, theirs] = [network(path), network(imported)]
  if (path.startsWith('adapters/providers/transport/')) return theirs !== undefined
  return own !== undefined && theirs !== undefined && own !== theirs
})

/** So many entries are taken in at a glance. */
const mostEntries = 15

export const foldersAreSmall: Wall = (files) => {
  const entries = new Map<string, Set<string>>()
  for (const { path } of files) {
    const parts = path.split('/')
    for (let depth = 1; depth < parts.length; depth += 1) {
      const folder = parts.slice(0, depth).join('/')
      entries.set(folder, (entries.get(folder) ?? new Set()).add(parts[depth] ?? ''))
    }
  }
  return [...entries]
    .filter(([, { size }]) => size > mostEntries)
    .map(([folder, { size }]) => `${folder} has ${size} entries`)
}

/** What four files of a folder begin with would do a folder's work; adapters begin with their technology, as the folder does. */
export const prefixesAreFolders: Wall = (files) => {
  const counts = new Map<string, number>()
  for (const { path } of files) {
    const word = /^[a-z]+(?=[A-Z])/.exec(path.slice(path.lastIndexOf('/') + 1))?.[0]
    if (word && !folderOf(path).endsWith(`/${word}`))
      counts.set(`${folderOf(path)}/${word}…`, (counts.get(`${folderOf(path)}/${word}…`) ?? 0) + 1)
  }
  return [...counts].filter(([, count]) => count >= 4).map(([prefix, count]) => `${prefix} ${count} times`)
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
