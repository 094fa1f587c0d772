import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { toolFile } from '../tools/tools.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/**
 * A module that a package exports: `name` is its import name, and `report` the file that records it, below the
 * project's folder.
 */
type Entry = { readonly name: string; readonly types: string; readonly folder: string; readonly report: string }

/** Every entry of the packages, with the types of the last packing. */
export const entries: readonly Entry[] = ['core', 'client', 'sente'].flatMap((own) => {
  const folder = join(root, 'dist-packages', own)
  const { name, exports }: Manifest = JSON.parse(readFileSync(join(root, 'packages', own, 'package.json'), 'utf8'))
  return Object.entries(exports).map(([path, { types }]) => ({
    name: join(name, path),
    types: join(folder, types),
    folder,
    report: join('packages', own, 'api', `${path === '.' ? own : path.slice(2)}.api.md`),
  }))
})

type Manifest = { readonly name: string; readonly exports: Record<string, { readonly types: string }> }

/** The exports of each entry, and the types that these name, as API Extractor writes them: a report by its name. */
export function makeReports(): Map<string, string> {
  toolFile('@microsoft/api-extractor')
  const given = entries.map(({ types, folder }) => JSON.stringify({ types, folder }))
  const program = join(root, 'tools', 'apiReports.ts')
  const printed = execFileSync(process.execPath, ['--import', 'tsx', program, ...given], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  const reports: string[] = JSON.parse(printed)
  return new Map(entries.map(({ name }, index) => [name, reports[index] ?? '']))
}

/** The declarations of a report by their names: the exported ones, and the ones that these name. */
export function declarationsIn(report: string): Map<string, string> {
  const [, code = ''] = /```ts\n([\s\S]*)```/.exec(report) ?? []
  const declarations = new Map<string, string>()
  for (const block of code.split(/\n(?=\/\/ @)/).filter((part) => part.startsWith('// @'))) {
    const [, name] = declared.exec(block) ?? []
    if (name === undefined) throw new Error(`a declaration without a name: ${block}`)
    declarations.set(name, `${declarations.get(name) ?? ''}${block.trim()}\n`)
  }
  return declarations
}

const declared = /^(?:export )?(?:declare )?(?:abstract )?(?:class|const|enum|function|interface|type) (\w+)/m
