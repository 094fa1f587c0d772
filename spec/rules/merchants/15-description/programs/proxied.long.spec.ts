import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { toolFile } from '../../../../../tools/tools.ts'
import { reached } from '../../../../fixtures/until.ts'
import { rule } from '../../../../rule.ts'
import { projectFolder } from '../../../../sourceTree.ts'
import { type Behind, follow, guide, openSandboxes, type Sandboxes } from '../../16-guide/sandboxes.ts'
import { snippetsOf } from '../../16-guide/snippets.ts'
import { apiDescription } from '../oracle/document.ts'

/** Starts a proxy that checks by a description in front of a sandbox. */
function checkedBy(description: object): Behind {
  toolFile('express-openapi-validator')
  return async (url, processes) => {
    const file = join(mkdtempSync(join(processes.folder, 'proxy-')), 'openapi.json')
    writeFileSync(file, JSON.stringify(description))
    const program = join(projectFolder, 'tools/checkingProxy.ts')
    const proxy = processes.serve({}, [process.execPath, '--import', 'tsx', program, file, url])
    const printed = () => /http:\/\/127\.0\.0\.1:\d+/.exec(proxy.stdout())?.[0] ?? ''
    await reached(`the proxy is up: ${proxy.stderr()}`, () => printed() !== '')
    return printed()
  }
}

/** A description that the gateway does not fit, by one field that it does not know. */
function withUnknownField(schema: string): object {
  const description = structuredClone(apiDescription)
  Object(description.components.schemas?.[schema]).required.push('colour')
  return description
}

describe('15 The API describes itself: a proxy', () => {
  let sandboxes: Sandboxes
  before(async () => {
    sandboxes = await openSandboxes(checkedBy(apiDescription))
  })
  after(() => sandboxes?.close())

  const pages = guide.filter(({ text }) => snippetsOf(text).length > 0)

  rule('15.30', 'a proxy that checks requests and answers by the description passes every example of the guide', {
    ...Object.fromEntries(
      pages.map(({ path, text }) => [path, async () => follow(text, await sandboxes.sandboxFor(path))]),
    ),
    ...Object.fromEntries(
      ['Payout', 'InitiatedPayment'].map((schema) => [
        `a planted offence in ${schema}`,
        async () => {
          const wrong = await openSandboxes(checkedBy(withUnknownField(schema)))
          try {
            const quickStart = pages.find(({ path }) => path === 'docs/merchants.md')
            const ending = follow(quickStart?.text ?? '', await wrong.sandboxFor('')).then(
              () => 'passed',
              () => 'stopped',
            )
            expect(await ending).to.equal('stopped')
          } finally {
            await wrong.close()
          }
        },
      ]),
    ),
  })
})
