import { execFile } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { addClient, emptyProject, type Project } from '../../../fixtures/project.ts'
import { rule } from '../../../rule.ts'
import { textOf } from '../../../sourceTree.ts'
import { overHttp } from '../../../stages/overHttp.ts'

/** The lines for merchants of a README. */
function linesOf(path: string): string {
  const [, lines = ''] = /^```js\n(import \{ createClient.*?)^```$/ms.exec(textOf(path)) ?? []
  return lines
}

describe('17 The client: the first lines', () => {
  let project: Project
  before(() => {
    project = emptyProject()
    addClient(project)
  })
  rule('17.19', 'the README’s lines pay, and print the end of the payment, with only the client installed', {
    'they do': async () => {
      const api = await overHttp()
      api.network.behaves('succeeds')
      const { port } = api.server.address() as AddressInfo
      const keys = { SECRET_KEY: api.secretKey, PUBLIC_KEY: api.request.apikey }
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ['--input-type', 'module', '--eval', linesOf('README.md')],
        { cwd: project.folder, env: { ...process.env, ...keys, BASE_URL: `http://127.0.0.1:${port}` } },
      )
      expect(stdout).to.match(/reference: 'order-17'[\s\S]*state: 'succeeded'/)
    },
    'the README of the client’s package has the same': () =>
      expect(linesOf('packages/client/README.md')).to.equal(linesOf('README.md')),
  })
})
