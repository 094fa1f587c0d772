import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import {
  blocksOf,
  checkOut,
  configurationOf,
  handOver,
  lendSqlite,
  simulatedFor,
  withoutRoot,
} from '../../../fixtures/livePage.ts'
import { openProcesses, type Processes } from '../../../fixtures/processes.ts'
import { rule } from '../../../rule.ts'
import { projectFolder, textOf } from '../../../sourceTree.ts'

describe('201 The package: the page about going live', () => {
  let place: Processes
  beforeEach(() => {
    place = openProcesses()
    chmodSync(place.folder, 0o755)
  })
  const inPlace = (name: string) => join(place.folder, name)

  /** Puts this machine's folders and the simulated networks' credentials into a text of the page. */
  function filled(text: string, values: Record<string, string>): string {
    return text
      .replaceAll('/etc/sente', inPlace('etc'))
      .replaceAll('/var/lib/sente', inPlace('lib'))
      .replaceAll('CHECKOUT', inPlace('checkout'))
      .replaceAll('SERVICE', inPlace('service'))
      .replace(/ACCOUNT_ID/g, () => values.ACCOUNT_ID ?? 'ACCOUNT_ID')
      .replace(/^(\w+)=…$/gm, (_line, name) => `${name}='${values[name] ?? ''}'`)
  }

  /** The shell for the page's lines, without root; the page changes its folder and sets its variables. */
  function shell() {
    const env = { PATH: process.env.PATH, HOME: inPlace('home'), PORT: '0', npm_config_ignore_scripts: 'true' }
    let [cwd, loaded] = [place.folder, 'true']
    const command = (line: string) => [...withoutRoot(), 'bash', '-euo', 'pipefail', '-c', `${loaded}; ${line}`]
    return {
      /** Runs a line to its end; resolves with its output. */
      run(line: string): string {
        const [file = '', ...args] = command(line)
        const { status, stdout, stderr } = spawnSync(file, args, { cwd, env, input: '4071\n', encoding: 'utf8' })
        expect(status, `${line}\n${stdout}${stderr}`).to.equal(0)
        if (line.startsWith('cd ')) cwd = line.slice('cd '.length)
        if (line.startsWith('set -a')) loaded = line
        if (/^npm (ci|install)/.test(line)) lendSqlite(cwd)
        return stdout
      },
      /** Starts a line that runs until it is stopped. */
      start: (line: string) => place.serve({ HOME: inPlace('home') }, command(`cd ${cwd}; exec ${line}`)),
    }
  }

  rule(
    '201.29',
    'the repository cannot be packed: npm prints the command to use, and its archive would have a name of its own',
    () => {
      const { status, stderr } = spawnSync('npm', ['pack', '--pack-destination', place.folder], {
        cwd: projectFolder,
        encoding: 'utf8',
      })
      expect(status).not.to.equal(0)
      expect(stderr).to.include('The repository is no package: npm run pack makes the packages, in dist-packages/')
      expect(readdirSync(place.folder)).to.deep.equal([])
      const names = ['.', 'packages/client', 'packages/core', 'packages/sente'].map(
        (folder) => JSON.parse(textOf(join(folder, 'package.json'))).name,
      )
      expect(new Set(names.map((name) => name.replace('@', '').replace('/', '-'))).size).to.equal(4)
    },
  )

  rule(
    '201.30',
    'the page’s lines lead from a checkout to a running gateway, in an empty folder and without root',
    async () => {
      const { values, networks } = await simulatedFor(place)
      checkOut(inPlace('checkout'))
      for (const name of ['service', 'home', 'etc', 'lib']) mkdirSync(inPlace(name))
      handOver(place.folder)
      const { run, start } = shell()
      for (const { language, text } of blocksOf(textOf('docs/live.md'))) {
        const block = filled(text, values).trim()
        if (language === 'json') {
          writeFileSync(inPlace('etc/live.json'), configurationOf(block, networks))
        } else if (block.startsWith('# ')) {
          writeFileSync(inPlace('etc/live.env'), block)
        } else if (block.endsWith(' serve')) {
          expect((await fetch(`${await start(block).url}/readyz`)).status).to.equal(200)
        } else {
          for (const line of block.split('\n')) Object.assign(values, learntFrom(line, run(line)))
        }
      }
    },
  )
})

/** A result of one line that others need: a key, under its name on the page, or an account. */
function learntFrom(line: string, printed: string): Record<string, string> {
  const [, key] = /^openssl .*# (SENTE_\w+):/.exec(line) ?? []
  const [, account] = /^Account +(\S+)/m.exec(printed) ?? []
  return { ...(key && { [key]: printed.trim() }), ...(account && { ACCOUNT_ID: account }) }
}
