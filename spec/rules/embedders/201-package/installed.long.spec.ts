import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { lendSqlite } from '../../../fixtures/livePage.ts'
import { openProcesses } from '../../../fixtures/processes.ts'
import { emptyProject, manifest, type Project, packedFile } from '../../../fixtures/project.ts'
import { rule } from '../../../rule.ts'

describe('201 The package: installed by npm', () => {
  let project: Project
  beforeEach(() => {
    project = emptyProject()
  })
  const install = (...files: string[]) =>
    execFileSync('npm', ['install', '--no-audit', '--no-fund', ...files], { cwd: project.folder, stdio: 'pipe' })
  const installed = () => readdirSync(join(project.folder, 'node_modules')).filter((name) => !name.startsWith('.'))

  rule('201.24', 'the core and the client are each installed alone, and no registry is asked', {
    'the core': () => {
      install('--offline', packedFile('core'))
      expect(installed()).to.deep.equal(['@sente'])
      expect(readdirSync(join(project.folder, 'node_modules', '@sente'))).to.deep.equal(['core'])
      expect(project.loadedBy('@sente/core/node')).to.deep.equal(['@sente/core'])
    },
    'the client': () => {
      install('--offline', packedFile('client'))
      expect(installed()).to.deep.equal(['@sente'])
      expect(readdirSync(join(project.folder, 'node_modules', '@sente'))).to.deep.equal(['client'])
      expect(project.loadedBy('@sente/client')).to.deep.equal(['@sente/client'])
    },
  })

  rule(
    '201.25',
    'the gateway is installed with 239 packages at most, answers as a command, serves, and has a reference',
    async () => {
      install('--ignore-scripts', packedFile('core'), packedFile('sente'))
      lendSqlite(project.folder)
      const { packages } = JSON.parse(readFileSync(join(project.folder, 'node_modules/.package-lock.json'), 'utf8'))
      expect(Object.keys(packages)).to.have.length.within(2, 239)
      const command = join(project.folder, 'node_modules', '.bin', 'sente')
      expect(execFileSync(command, ['--version'], { encoding: 'utf8' })).to.match(
        new RegExp(`^${manifest.version.replaceAll('.', '\\.')} \\(commit [0-9a-f]{12}(-dirty)?\\)\n$`),
      )
      for (const entry of ['gateway', 'http', 'networks', 'postgres', 'simulator', 'sqlite'])
        expect(project.loadedBy(`sente/${entry}`)).to.include('sente')
      const place = openProcesses()
      try {
        const gateway = place.serve({}, [command, 'sandbox'])
        expect((await fetch(`${await gateway.url}/livez`)).status).to.equal(200)
        expect(installed()).not.to.include('redoc')
        expect((await fetch(`${await gateway.url}/reference/redoc.js`)).status).to.equal(200)
      } finally {
        await place.close()
      }
    },
  )
})
