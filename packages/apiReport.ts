import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/**
 * A module that a package exports: `name` is what imports it, `report` the file, below the project's folder, that
 * records it.
 */
type Entry = { readonly name: string; readonly types: string; readonly folder: string; readonly report: string }

/** Every entry of the packages; the types are those that were packed last. */
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

/** What an entry exports, and the types that these name, as API Extractor writes it down. */
export function reportOf({ types, folder }: Entry): string {
  const place = mkdtempSync(join(tmpdir(), 'sente-'))
  try {
    const config = ExtractorConfig.prepare({
      packageJsonFullPath: join(folder, 'package.json'),
      configObjectFullPath: undefined,
      configObject: {
        projectFolder: folder,
        mainEntryPointFilePath: types,
        newlineKind: 'lf',
        compiler: { overrideTsconfig: { compilerOptions, files: [types] } },
        apiReport: {
          enabled: true,
          reportFileName: 'report.api.md',
          reportFolder: place,
          reportTempFolder: join(place, 'temp'),
          includeForgottenExports: true,
        },
        docModel: { enabled: false },
        dtsRollup: { enabled: false },
        tsdocMetadata: { enabled: false },
        messages: { extractorMessageReporting: silent, tsdocMessageReporting: silent },
      },
    })
    const { succeeded } = Extractor.invoke(config, { localBuild: true, messageCallback: keepQuiet })
    if (!succeeded) throw new Error(`API Extractor found errors in ${types}`)
    return readFileSync(join(place, 'report.api.md'), 'utf8')
  } finally {
    rmSync(place, { recursive: true })
  }
}

const compilerOptions = {
  target: 'ES2023',
  lib: ['ES2023'],
  module: 'NodeNext',
  types: ['node'],
  strict: true,
  skipLibCheck: true,
}

const silent = { default: { logLevel: ExtractorLogLevel.None } }

function keepQuiet(message: { logLevel: string; handled: boolean }) {
  message.handled = message.logLevel !== ExtractorLogLevel.Error
}

/** The declarations of a report by their names: those that are exported, and those that they name. */
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
