import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { describeApi } from '../../../../../adapters/http/openapi/document.ts'
import type { Operation } from '../../../../../adapters/http/openapi/operation.ts'
import { endpoints } from '../../../../../adapters/http/routes.ts'
import { messages } from '../../../../../adapters/http/webhooks/messages.ts'
import { toolFile } from '../../../../../tools/tools.ts'
import { rule } from '../../../../rule.ts'
import { apiDescription } from '../oracle/document.ts'

/** Lints a document with the recommended rules. */
function lint(document: object): { status: number | null; found: string } {
  const folder = mkdtempSync(join(tmpdir(), 'sente-'))
  try {
    const file = join(folder, 'openapi.json')
    writeFileSync(file, JSON.stringify(document))
    const command = toolFile('@redocly/cli/bin/cli.js')
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
    const options = { encoding: 'utf8', env, cwd: folder, timeout: 180_000 } as const
    const { status, stdout, stderr } = spawnSync('node', [command, 'lint', file, '--format', 'json'], options)
    return { status, found: stdout === '' ? stderr : stdout }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('15 The API describes itself: a check', () => {
  rule('15.5', 'a program that checks such descriptions finds no error and no warning', {
    'it is': () => {
      const { status, found } = lint(apiDescription)
      expect(JSON.parse(found).totals, found).to.deep.equal({ errors: 0, warnings: 0, ignored: 0 })
      expect(status).to.equal(0)
    },
    'a planted offence is found': () => {
      const [endpoint, ...others] = endpoints
      if (!endpoint) throw new Error('there is no endpoint')
      const planted = { ...endpoint, openapi: { ...(endpoint.openapi as Operation), summary: '' } }
      expect(JSON.parse(lint(describeApi([planted, ...others], messages)).found).totals.errors).to.be.above(0)
    },
  })
})
