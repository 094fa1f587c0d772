import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect } from 'chai'
import { packForServers } from '../../../../packages/serverArchive.ts'
import { handOver, withoutRoot } from '../../../fixtures/livePage.ts'
import { openProcesses, type Processes } from '../../../fixtures/processes.ts'
import { manifest } from '../../../fixtures/project.ts'
import { rule } from '../../../rule.ts'
import { projectFolder } from '../../../sourceTree.ts'

describe('201 The package: the archive for servers', () => {
  let place: Processes
  let archive = ''
  const inPlace = (...names: string[]) => join(place.folder, ...names)

  before(() => {
    place = openProcesses()
    chmodSync(place.folder, 0o755)
    const [sente = '', core = ''] = ['sente', 'core'].map((name) => join(projectFolder, 'dist-packages', name))
    packForServers({ sente, core, target: inPlace('server') })
    archive = inPlace('server', ...readdirSync(inPlace('server')))
    for (const name of ['service', 'home', 'bin']) mkdirSync(inPlace(name))
    // Neither a compiler nor Python is found here.
    for (const [name, path] of Object.entries({ node: process.execPath, npm: found('npm'), sh: found('sh') }))
      symlinkSync(path, inPlace('bin', name))
    handOver(place.folder)
  })
  after(() => place.close())

  /** Runs a program as a user without rights, who finds Node, npm and a shell, and no network. */
  function run(...command: string[]) {
    const [file = '', ...args] = [...withoutRoot(), ...command]
    const env = { PATH: inPlace('bin'), HOME: inPlace('home'), npm_config_offline: 'true' }
    return spawnSync(found(file), args, { cwd: inPlace('service'), env, encoding: 'utf8' })
  }

  rule(
    '201.31',
    'the archive for servers names its platform, and npm installs it alone, without a network or a compiler',
    () => {
      const { platform, arch, versions } = process
      const [node] = versions.node.split('.')
      const libc = platform === 'linux' ? '-(glibc|musl)' : ''
      const name = `^sente-${manifest.version}-${platform}-${arch}${libc}-node${node}-abi${versions.modules}\\.tgz$`
      expect(basename(archive)).to.match(new RegExp(name))
      const { status, stderr } = run(inPlace('bin', 'npm'), 'install', archive)
      expect(status, stderr).to.equal(0)
      expect(readdirSync(inPlace('service', 'node_modules')).filter((one) => !one.startsWith('.'))).to.deep.equal([
        'sente',
      ])
    },
  )

  rule('201.32', 'the installed archive serves with SQLite', async () => {
    const gateway = place.serve({}, [inPlace('service', 'node_modules', '.bin', 'sente'), 'sandbox'])
    expect((await fetch(`${await gateway.url}/readyz`)).status).to.equal(200)
    gateway.child.kill('SIGTERM')
    expect(await gateway.ended).to.equal(0)
  })

  rule('201.33', 'a start without SQLite for this platform says so in one line, with the platform of the archive', {
    'it is not there': () => {
      rmSync(native())
      expect(startEnds()).to.match(/^SQLite's native module is missing: it was not compiled .*; this is .* ABI \d+/)
    },
    'another system’s': () => {
      writeFileSync(native(), 'another system’s')
      const here = [process.platform, process.arch].join(' ')
      expect(startEnds()).to.match(new RegExp(`^SQLite's native module was built for ${here} .*; this is ${here}, `))
    },
  })

  const native = () =>
    inPlace('service', 'node_modules/sente/node_modules/better-sqlite3/build/Release/better_sqlite3.node')

  /** The output of a start that ends: one line. */
  function startEnds(): string {
    const { status, stderr } = run(inPlace('bin', 'node'), 'node_modules/.bin/sente', 'sandbox')
    expect(status).to.equal(1)
    expect(stderr.trim()).not.to.include('\n')
    return stderr
  }
})

/** The path of a program. */
function found(program: string): string {
  if (dirname(program) !== '.') return program
  return spawnSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }).stdout.trim()
}
