// Prints the exports of packages' entries, and the types that these name, as API Extractor writes them: a list with a
// report for each entry that the arguments name. An argument is the JSON of an entry's types and of its package's
// folder.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor'

console.log(JSON.stringify(process.argv.slice(2).map((entry) => reportOf(JSON.parse(entry)))))

function reportOf({ types, folder }: { readonly types: string; readonly folder: string }): string {
  const place = mkdtempSync(join(tmpdir(), 'sente-'))
  try {
    const config = ExtractorConfig.prepare({
      packageJsonFullPath: join(folder, 'package.json'),
      configObjectFullPath: undefined,
      configObject: {
        projectFolder: folder,
        mainEntryPointFilePath: types,
        newlineKind: 'lf',
        compiler: { overrideTsconfig: { compilerOptions: compilerOptions(), files: [types] } },
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
        messages: { extractorMessageReporting: silent(), tsdocMessageReporting: silent() },
      },
    })
    const { succeeded } = Extractor.invoke(config, { localBuild: true, messageCallback: keepQuiet })
    if (!succeeded) throw new Error(`API Extractor found errors in ${types}`)
    return readFileSync(join(place, 'report.api.md'), 'utf8')
  } finally {
    rmSync(place, { recursive: true })
  }
}

function compilerOptions() {
  return {
    target: 'ES2023',
    lib: ['ES2023'],
    module: 'NodeNext',
    types: ['node'],
    strict: true,
    skipLibCheck: true,
  }
}

function silent() {
  return { default: { logLevel: ExtractorLogLevel.None } }
}

function keepQuiet(message: { logLevel: string; handled: boolean }) {
  message.handled = message.logLevel !== ExtractorLogLevel.Error
}
