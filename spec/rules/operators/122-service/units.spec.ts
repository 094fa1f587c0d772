import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { type Folder, makeFolder } from '../../../fixtures/sqliteFolder.ts'
import { rule } from '../../../rule.ts'
import { projectFolder } from '../../../sourceTree.ts'
import { systemdAnalyze } from './units.ts'

const units = join(projectFolder, 'ops', 'systemd')

describe('122 Running as a service: the units of systemd', () => {
  let folder: Folder
  beforeEach(() => {
    folder = makeFolder()
  })
  /** Copies all units, changed, and returns their paths. */
  function copied(change: (text: string) => string = (text) => text): string[] {
    return readdirSync(units).map((name) => {
      const path = join(folder.path, name)
      writeFileSync(path, change(readFileSync(join(units, name), 'utf8')))
      return path
    })
  }

  rule('122.4', '`systemd` finds no fault in the units, and gives each service an exposure below 2', {
    'they are understood': () => {
      const here = (text: string) => text.replaceAll('/opt/sente/node_modules/.bin/sente', process.execPath)
      const { status, output } = systemdAnalyze('verify', ...copied(here))
      expect([status, output.trim()]).to.deep.equal([0, ''])
    },
    'their exposure': () => {
      for (const path of copied().filter((path) => path.endsWith('.service'))) {
        const { status, output } = systemdAnalyze('security', '--offline=true', '--threshold=19', '--no-pager', path)
        expect(status, output).to.equal(0)
      }
    },
    'a less guarded unit is found': () => {
      const open = copied((text) => text.replace(/^(Protect|Private|Restrict)\w+=.*$/gm, ''))[0] ?? ''
      expect(systemdAnalyze('security', '--offline=true', '--threshold=19', '--no-pager', open).status).to.equal(1)
    },
  })
})
