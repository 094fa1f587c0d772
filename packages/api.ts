import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { apiText } from '../adapters/http/routes.ts'
import { recordOf } from './apiChanges.ts'
import { entries, makeReports } from './apiReport.ts'
import { clientTypes, clientTypesFile } from './clientTypes.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const reports = makeReports()

for (const folder of new Set(entries.map(({ report }) => dirname(report)))) {
  rmSync(join(root, folder), { recursive: true, force: true })
  mkdirSync(join(root, folder), { recursive: true })
}
for (const { name, report } of entries) writeFileSync(join(root, report), reports.get(name) ?? '')

const document = JSON.parse(apiText())
writeFileSync(join(root, clientTypesFile), clientTypes(document))
execFileSync('npx', ['biome', 'format', '--write', clientTypesFile], { cwd: root, stdio: 'ignore' })

const description = `${linesOf(document, 3)}\n`
writeFileSync(join(root, 'packages', 'sente', 'openapi.json'), description)

if (process.argv.includes('--released')) {
  const record = recordOf(reports)
  writeFileSync(join(root, 'packages', 'released.json'), `${JSON.stringify(record, null, 2)}\n`)
  writeFileSync(join(root, 'packages', 'sente', 'openapi.released.json'), description)
}

/** JSON with a line for each part down to a depth, so that a diff shows the changed operation or schema. */
function linesOf(value: unknown, depth: number): string {
  if (depth === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value)
  const parts = Object.entries(value).map(([name, part]) => `${JSON.stringify(name)}:${linesOf(part, depth - 1)}`)
  return `{\n${parts.join(',\n')}\n}`
}
