import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { toolFile } from '../../../../../tools/tools.ts'
import { openSandboxGateway, type SandboxGateway } from '../../../../fixtures/sandboxGateway.ts'
import { oneOf } from '../../../../night.ts'
import { rule } from '../../../../rule.ts'
import { projectFolder } from '../../../../sourceTree.ts'
import { overHeyApi } from './clients/heyApi.ts'
import { overKubb } from './clients/kubb.ts'
import { overOpenapiFetch } from './clients/openapiFetch.ts'
import { overZodClient } from './clients/openapiZodClient.ts'
import { overOrval } from './clients/orval.ts'

const compilerOptions = {
  ...{ strict: true, noUncheckedIndexedAccess: true, target: 'ES2023', lib: ['ES2023', 'DOM', 'DOM.Iterable'] },
  ...{ module: 'ESNext', moduleResolution: 'bundler', types: ['node'], noEmit: true },
  typeRoots: [join(projectFolder, 'node_modules/@types')],
}

const orvalConfig = `
const input = './openapi.json'
const baseUrl = { getBaseUrlFromSpecification: true }
const override = { contentType: { include: ['application/json'] } }
export default {
  api: { input, output: { target: './orval/api.ts', client: 'fetch', baseUrl, override } },
  zod: { input, output: { target: './orval/zod.ts', client: 'zod', override } },
}
`

const kubbConfig = `
import { defineConfig } from '@kubb/core'
import { pluginClient } from '@kubb/plugin-client'
import { pluginOas } from '@kubb/plugin-oas'
import { pluginTs } from '@kubb/plugin-ts'
import { pluginZod } from '@kubb/plugin-zod'

export default defineConfig({
  root: '.',
  input: { path: './openapi.json' },
  output: { path: './kubb', format: false, lint: false, extension: { '.ts': '' } },
  plugins: [
    pluginOas({ generators: [] }),
    pluginTs(),
    pluginZod(),
    pluginClient({ client: 'fetch', parser: 'zod', bundle: true }),
  ],
})
`

describe('15 The API describes itself: generated clients', () => {
  let folder: string
  let gateway: SandboxGateway
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sente-'))
    symlinkSync(toolFile(''), join(folder, 'node_modules'))
    gateway = await openSandboxGateway()
    writeFileSync(join(folder, 'openapi.json'), await (await fetch(`${gateway.url}/openapi.json`)).text())
    // Generators write for the version of zod that they find here.
    writeFileSync(join(folder, 'package.json'), '{ "type": "module", "dependencies": { "zod": "3.25.76" } }')
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }))
  })
  afterEach(async () => {
    await gateway.close()
    rmSync(folder, { recursive: true })
  })

  /** Runs a program of a package in the folder; resolves with its output. */
  async function run(...command: readonly string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: folder }).catch((failed) => {
      throw new Error(`${command[0]} failed:\n${failed.stdout}\n${failed.stderr}`)
    })
    return stdout
  }

  /** The output of a program that was compiled strictly. */
  async function said(program: string): Promise<unknown> {
    writeFileSync(join(folder, 'program.ts'), program)
    await run(toolFile('typescript/bin/tsc'), '-p', '.')
    const { secretKey, publicKey } = await gateway.openAccount()
    return JSON.parse(
      await run(
        '--import',
        createRequire(import.meta.url).resolve('tsx'),
        'program.ts',
        gateway.url,
        secretKey,
        publicKey,
      ),
    )
  }

  const reported = { paid: 500, collected: 500, wrong: 'Invalid PIN', lines: 1, event: 10_000 }
  /** The output of a program that has validators, too: a reference with a blank is refused before it is sent. */
  const validated = { ...reported, listed: 'order-3', refused: ['reference'] }

  const made = {
    'openapi-typescript with openapi-fetch': async () => {
      await run(toolFile('openapi-typescript/bin/cli.js'), 'openapi.json', '-o', 'schema.d.ts')
      expect(await said(overOpenapiFetch)).to.deep.equal({ ...reported, listed: 'order-1', table: 'at' })
    },
    '@hey-api/openapi-ts': async () => {
      const words = ['-i', 'openapi.json', '-o', 'hey', '-c', '@hey-api/client-fetch', '--no-log-file', '--silent']
      await run(toolFile('@hey-api/openapi-ts/bin/run.js'), ...words)
      expect(await said(overHeyApi)).to.deep.equal({ ...reported, listed: 'order-2', table: 'at' })
    },
    orval: async () => {
      writeFileSync(join(folder, 'orval.config.mjs'), orvalConfig)
      await run(toolFile('orval/dist/bin/orval.mjs'))
      expect(await said(overOrval)).to.deep.equal(validated)
    },
    kubb: async () => {
      writeFileSync(join(folder, 'kubb.config.mjs'), kubbConfig)
      await run(toolFile('@kubb/cli/bin/kubb.cjs'), 'generate')
      expect(await said(overKubb)).to.deep.equal(validated)
    },
    'openapi-zod-client': async () => {
      await run(toolFile('openapi-zod-client/bin.js'), 'openapi.json', '-o', 'zodClient.ts', '--export-schemas')
      expect(await said(overZodClient)).to.deep.equal(validated)
    },
  }
  rule(
    '15.25',
    'clients that public programs generate from the description compile strictly, and pay in the sandbox',
    oneOf(made),
  )
})
