import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { apiText } from '../adapters/http/app.ts'
import { recordOf } from './apiChanges.ts'
import { entries, reportOf } from './apiReport.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const reports = entries.map((entry) => [entry, reportOf(entry)] as const)

for (const folder of new Set(entries.map(({ report }) => dirname(report)))) {
  rmSync(join(root, folder), { recursive: true, force: true })
  mkdirSync(join(root, folder), { recursive: true })
}
for (const [{ report }, text] of reports) writeFileSync(join(root, report), text)

const description = `${JSON.stringify(JSON.parse(apiText()), null, 2)}\n`
writeFileSync(join(root, 'packages', 'sente', 'openapi.json'), description)

if (process.argv.includes('--released')) {
  const record = recordOf(reports.map(([{ name }, text]) => [name, text]))
  writeFileSync(join(root, 'packages', 'released.json'), `${JSON.stringify(record, null, 2)}\n`)
  writeFileSync(join(root, 'packages', 'sente', 'openapi.released.json'), description)
}
