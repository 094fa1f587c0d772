import { execFileSync } from 'node:child_process'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { test } from '../rule.ts'
import { projectFolder } from '../sourceTree.ts'

/** A module that prints the address of each module that is loaded after it, through Node's hooks for loading. */
const printLoaded = module(`
  import { register } from 'node:module'
  register(${JSON.stringify(
    module(`
      import { writeSync } from 'node:fs'
      export function load(url, context, next) {
        writeSync(1, 'loaded ' + url + '\\n')
        return next(url, context)
      }
    `),
  )})
`)

function module(text: string): string {
  return `data:text/javascript,${encodeURIComponent(text)}`
}

/** The files of the built program that are loaded with one of its modules. */
function loadedWith(path: string, ...args: string[]): string[] {
  const program = ['--import', printLoaded, `dist/${path}`, ...args]
  const printed = execFileSync('node', program, { cwd: projectFolder, encoding: 'utf8' })
  const urls = printed.split('\n').filter((line) => line.startsWith('loaded file:'))
  return urls.map((line) => relative(projectFolder, fileURLToPath(line.slice('loaded '.length))))
}

/** What only a server runs. */
const serversOwn =
  /^dist\/adapters\/(dashboard|http\/(server|endpoint|payments)|simulator\/simulator)|^node_modules\/(koa|got|@simplewebauthn)\//

describe('The process: loading', () => {
  test('a command loads nothing that only a server runs', {
    'one that needs no books': () => expect(loadedWith('composition/main.js', '--help').filter(isServers)).to.be.empty,
    'one that reads and changes the books': () =>
      expect(loadedWith('composition/commands/openStore.js').filter(isServers)).to.be.empty,
    'a server does load it': () =>
      expect(loadedWith('composition/commands/serve.js').filter(isServers)).to.have.length.above(50),
  })
})

function isServers(path: string): boolean {
  return serversOwn.test(path)
}
