import { execFile } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { rule } from '../../rule.ts'
import { projectFolder, textOf } from '../../sourceTree.ts'
import { closeApis, openApi } from '../api.ts'

/** The README's lines for merchants, which import the package's entry. */
function linesOfReadme(): string {
  const [, lines = ''] = /^### Call it from Node\n[^#]*?^```js\n(.*?)^```$/ms.exec(textOf('README.md')) ?? []
  return lines.replace("'sente/client'", `'${projectFolder}/adapters/client/client.ts'`)
}

describe('53 The client: the first lines', () => {
  afterEach(closeApis)

  rule('53.19', 'the README’s lines pay, and print how the payment ends', async () => {
    const api = await openApi()
    api.network.behaves('succeeds')
    const { port } = api.server.address() as AddressInfo
    const keys = { SECRET_KEY: api.secretKey, PUBLIC_KEY: api.request.apikey }
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', '--input-type', 'module', '--eval', linesOfReadme()],
      { cwd: projectFolder, env: { ...process.env, ...keys, BASE_URL: `http://127.0.0.1:${port}` } },
    )
    expect(stdout).to.match(/reference: 'order-17'[\s\S]*state: 'succeeded'/)
  })
})
