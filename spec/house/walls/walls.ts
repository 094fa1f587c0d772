import { refusalCodes } from '../../../core/sente.ts'
import type { SourceFile } from '../../sourceTree.ts'
import * as tree from '../../sourceTree.ts'

/** A rule for all source files; it returns the places that break it. */
export type Wall = (files: SourceFile[]) => string[]

/** Finds something in a file once, however many walls ask. */
function once<Found>(find: (file: SourceFile) => Found): (file: SourceFile) => Found {
  const kept = new WeakMap<SourceFile, Found>()
  return (file) => {
    const found = kept.get(file) ?? find(file)
    kept.set(file, found)
    return found
  }
}

const importsOf = once(tree.importsOf)
const namesUsedIn = once(tree.namesUsedIn)
const refusalsMadeIn = once((file) => (file.text.includes('refused: ') ? tree.refusalsMadeIn(file) : []))

/** The part of the code that a file belongs to: the core, the composition, or an adapter. */
const partOf = (path: string) =>
  path
    .split('/')
    .slice(0, path.startsWith('adapters/') ? 2 : 1)
    .join('/')

/** A wall between files and their imports. */
function importWall(isOffence: (path: string, imported: string) => boolean): Wall {
  return (files) =>
    files.flatMap((file) =>
      importsOf(file)
        .filter((imported) => isOffence(file.path, imported))
        .map((imported) => `${file.path} imports ${imported}`),
    )
}

export const coreImportsItself = importWall((path, imported) => partOf(path) === 'core' && partOf(imported) !== 'core')

/** The folders that other adapters share, and who may import them. */
const shared: Readonly<Record<string, readonly string[]>> = {
  'adapters/sql': ['adapters/sqlite', 'adapters/postgres'],
  'adapters/formats': [
    'adapters/http',
    'adapters/webhooks',
    'adapters/cli',
    'adapters/telemetry',
    'adapters/dashboard',
    'adapters/mail',
  ],
  'adapters/written': ['adapters/http', 'adapters/cli', 'adapters/dashboard', 'composition'],
}

export const adaptersKeepApart = importWall(
  (path, imported) =>
    path.startsWith('adapters/') &&
    imported.startsWith('adapters/') &&
    partOf(path) !== partOf(imported) &&
    !shared[partOf(imported)]?.includes(partOf(path)),
)

export const whatIsSharedIsSharedByFew = importWall((path, imported) => {
  const sharers = shared[partOf(imported)]
  return sharers !== undefined && ![partOf(imported), ...sharers].includes(partOf(path))
})

/** Shared folders without imports of Node, with the packages that they may import. */
const plain: Readonly<Record<string, readonly string[]>> = { 'adapters/sql': [], 'adapters/formats': ['hucre/xlsx'] }

export const whatIsSharedImportsOnlyTheCore = importWall((path, imported) => {
  const packages = plain[partOf(path)]
  return (
    packages !== undefined && ![...packages, 'core/sente.ts'].includes(imported) && partOf(imported) !== partOf(path)
  )
})

export const adaptersImportOnlyTheEntryPoint = importWall(
  (path, imported) => path.startsWith('adapters/') && partOf(imported) === 'core' && imported !== 'core/sente.ts',
)

/** The package of the core has these rooms, and the gateway's package only their doors. */
const behindDoors: Readonly<Record<string, string>> = {
  core: 'core/sente.ts',
  'adapters/memory': 'adapters/memory/memory.ts',
  'adapters/node': 'adapters/node/node.ts',
}

export const theCoresPackageHasDoors = importWall((path, imported) => {
  const isGateways = /^(adapters|composition)\//.test(path) && !(partOf(path) in behindDoors)
  const door = behindDoors[partOf(imported)]
  return isGateways && door !== undefined && imported !== door
})

/** Commands hand the store to use cases, and call no method of it. */
export const commandsCallNoPort: Wall = (files) =>
  files
    .filter(({ path }) => path.startsWith('adapters/cli/'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\b(accounts|books|quarantines|webhooks)\??\.(\w+)\(/g)]
        .filter(([, , method]) => method !== 'map')
        .map(([call]) => `${path} calls ${call}…)`),
    )

export const nobodyImportsComposition = importWall(
  (path, imported) => partOf(path) !== 'composition' && partOf(imported) === 'composition',
)

export const onlyCompositionKnowsTheContainer = importWall(
  (path, imported) => partOf(path) !== 'composition' && ['inversify', 'reflect-metadata'].includes(imported),
)

export const simulatorIsAnotherParty = importWall(
  (path, imported) => partOf(path) === 'adapters/simulator' && partOf(imported) === 'core',
)

/** A wall against global names. */
function nameWall(isInPart: (path: string) => boolean, forbidden: string[]): Wall {
  return (files) =>
    files
      .filter(({ path, text }) => isInPart(path) && forbidden.some((name) => text.includes(name)))
      .flatMap((file) => {
        const names = namesUsedIn(file)
        return forbidden.filter((name) => names.has(name)).map((name) => `${file.path} uses ${name}`)
      })
}

export const coreReachesOnlyPorts = nameWall(
  (path) => partOf(path) === 'core',
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
  ...['missing_fields', 'not_found', 'internal_error'],
]

export const eachCodeHasOnePlace: Wall = (files) => {
  const made = files.flatMap((file) => refusalsMadeIn(file).map((code) => ({ code, path: file.path })))
  return refusalCodes.flatMap((code) => {
    const home = enforcedByHttp.includes(code) ? 'adapters/http' : 'core'
    const places = made.filter((one) => one.code === code).map(({ path }) => path)
    if (places.length === 1 && partOf(places[0] ?? '') === home) return []
    return [`${code} belongs to one place in ${home}, not to: ${places.join(', ') || 'none'}`]
  })
}

/** The folder of a file. */
const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'))

/** The names that import themselves through others; `arrows` leads from each to its imports. */
function circlesIn(arrows: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const leadsTo = (from: string, to: string, seen = new Set<string>()): boolean =>
    [...(arrows.get(from) ?? [])].some((next) => {
      if (next === to) return true
      if (seen.has(next)) return false
      seen.add(next)
      return leadsTo(next, to, seen)
    })
  const left = new Map(arrows)
  // Almost all names lead only to dead ends, and so are in no circle.
  for (let before = -1; before !== left.size; ) {
    before = left.size
    for (const [from, next] of left) if (![...next].some((to) => left.has(to))) left.delete(from)
  }
  return [...left.keys()].filter((from) => leadsTo(from, from)).map((from) => `${from} imports itself, through others`)
}

/** Folders of one part import one another in no circle; the part's own folder may import all and be imported by all. */
export const foldersFormNoCircle: Wall = (files) => {
  const arrows = new Map<string, Set<string>>()
  for (const file of files) {
    const from = folderOf(file.path)
    for (const imported of importsOf(file).filter((path) => /\.tsx?$/.test(path))) {
      const to = folderOf(imported)
      const isBetweenFolders = from !== to && partOf(from) === partOf(to) && from !== partOf(from) && to !== partOf(to)
      if (isBetweenFolders) arrows.set(from, (arrows.get(from) ?? new Set()).add(to))
    }
  }
  return circlesIn(arrows)
}

/** No file imports itself through others, not even for a type. */
export const filesFormNoCircle: Wall = (files) =>
  circlesIn(new Map(files.map((file) => [file.path, new Set(importsOf(file).filter((path) => /\.tsx?$/.test(path)))])))

/** The folders that networks share, among the providers and in the simulator. */
const ofAllNetworks = /^adapters\/(providers\/transport|simulator\/(payments|phones|transport))\//

/**
 * Networks import nothing of one another, among the providers and in the simulator, and shared folders import nothing
 * of a network.
 */
export const networksKeepApart = importWall((path, imported) => {
  const network = (of: string) =>
    ofAllNetworks.test(of) ? undefined : /^adapters\/(providers|simulator)\/([a-z]+)\//.exec(of)?.[0]
  const [own, theirs] = [network(path), network(imported)]
  if (ofAllNetworks.test(path)) return theirs !== undefined
  return own !== undefined && theirs !== undefined && own !== theirs
})

/** The rooms of the benchmark, from the top down; the command stands above them all. */
const benchRooms = [
  ...['bench.ts', 'arms', 'comparison', 'workbench', 'servers'],
  ...['datasets', 'instruments', 'processes', 'figures'],
]

/** A room of the benchmark imports those below it; an arm is a file or a folder, and imports no other. */
export const benchRoomsLeadDown = importWall((path, imported) => {
  if (!imported.startsWith('bench/')) return false
  const [part, room = '', arm] = path.split('/')
  const [, theirRoom = '', theirArm] = imported.split('/')
  const [from, to] = [benchRooms.indexOf(room), benchRooms.indexOf(theirRoom)]
  if (part !== 'bench' || from === -1 || to === -1) return true
  return from > to || (from === to && room === 'arms' && arm !== theirArm)
})

/** The most entries that a folder may have: one more where each is a technology. */
const mostEntriesOf = (folder: string) => (folder === 'adapters' ? 17 : 15)

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
    .filter(([folder, { size }]) => size > mostEntriesOf(folder))
    .map(([folder, { size }]) => `${folder} has ${size} entries`)
}

/**
 * Four files of a folder that begin with the same word should be a folder; adapters may begin with their technology, as
 * their folder does.
 */
export const prefixesAreFolders: Wall = (files) => {
  const counts = new Map<string, number>()
  for (const { path } of files) {
    const word = /^[a-z]+(?=[A-Z])/.exec(path.slice(path.lastIndexOf('/') + 1))?.[0]
    if (word && !folderOf(path).endsWith(`/${word}`))
      counts.set(`${folderOf(path)}/${word}…`, (counts.get(`${folderOf(path)}/${word}…`) ?? 0) + 1)
  }
  return [...counts].filter(([, count]) => count >= 4).map(([prefix, count]) => `${prefix} ${count} times`)
}

/** The one place that opens connections, and this wall's own offence. */
const opensItself = ['adapters/sqlite/file/keptDatabase.ts', 'spec/house/walls/walls.spec.ts']

export const connectionsAreKept: Wall = (files) =>
  files
    .filter(({ path, text }) => !opensItself.includes(path) && /\bnew Database\(/.test(text))
    .map(({ path }) => `${path} opens a connection by itself`)

/** Without an installed sente, npx and similar commands download any package of that name from the public registry. */
export const nothingDownloadsAStranger: Wall = (files) =>
  files
    .filter(({ text }) => /\b(npx|pnpx|bunx|npm (exec|x)|(pnpm|yarn) dlx)\s+(-\S+\s+)*sente\b/.test(text))
    .map(({ path }) => `${path} calls sente in a way that may download a stranger's program`)
