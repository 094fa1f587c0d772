import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { toolFile } from '../../../../tools/tools.ts'
import { openSandboxGateway, type SandboxGateway } from '../../../fixtures/sandboxGateway.ts'
import { oneOf } from '../../../night.ts'
import { rule } from '../../../rule.ts'
import { projectFolder } from '../../../sourceTree.ts'
import { overHeyApi, overOpenapiFetch } from './oracle/programs.ts'

const compilerOptions = {
  ...{ strict: true, noUncheckedIndexedAccess: true, target: 'ES2023', lib: ['ES2023', 'DOM', 'DOM.Iterable'] },
  ...{ module: 'ESNext', moduleResolution: 'bundler', types: ['node'], noEmit: true },
  typeRoots: [join(projectFolder, 'node_modules/@types')],
}

describe('15 The API describes itself: generated clients', () => {
  let folder: string
  let gateway: SandboxGateway
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sente-'))
    symlinkSync(toolFile(''), join(folder, 'node_modules'))
    gateway = await openSandboxGateway()
    writeFileSync(join(folder, 'openapi.json'), await (await fetch(`${gateway.url}/openapi.json`)).text())
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
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

  const reported = { paid: 500, wrong: 'Invalid PIN', lines: 2, table: 'at', event: 10_000 }

  const made = {
    'openapi-typescript with openapi-fetch': async () => {
      await run(toolFile('openapi-typescript/bin/cli.js'), 'openapi.json', '-o', 'schema.d.ts')
      expect(await said(overOpenapiFetch)).to.deep.equal({ ...reported, listed: 'order-1' })
    },
    '@hey-api/openapi-ts': async () => {
      const words = ['-i', 'openapi.json', '-o', 'hey', '-c', '@hey-api/client-fetch', '--no-log-file', '--silent']
      await run(toolFile('@hey-api/openapi-ts/bin/run.js'), ...words)
      expect(await said(overHeyApi)).to.deep.equal({ ...reported, listed: 'order-2' })
    },
  }
  rule(
    '15.25',
    'clients that public programs generate from the description compile strictly, and pay in the sandbox',
    oneOf(made),
  )
})
