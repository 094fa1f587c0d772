import { execFileSync } from 'node:child_process'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { test } from '../rule.ts'
import { projectFolder } from '../sourceTree.ts'

/** A module that prints the address of each module loaded after it, through Node's hooks for loading. */
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

/** The files of the built program that are loaded while Node runs, divided at each line `loaded`. */
function loadedBy(...words: string[]): string[][] {
  const printed = execFileSync('node', ['--import', printLoaded, ...words], { cwd: projectFolder, encoding: 'utf8' })
  return printed.split('loaded all\n').map((stretch) =>
    stretch
      .split('\n')
      .filter((line) => line.startsWith('loaded file:'))
      .map((line) => relative(projectFolder, fileURLToPath(line.slice('loaded '.length)))),
  )
}

/** Modules that only a server runs. */
const serversOwn =
  /^dist\/(program\/serve|adapters\/(dashboard|http\/(server|endpoint|payments)|simulator\/simulator))|^node_modules\/(koa|got|@simplewebauthn)\//

const openStore = `await import('./dist/composition/commands/openStore.js')`
const serve = `await import('./dist/composition/commands/serve.js')`

describe('The process: loading', () => {
  test('a command loads no module that only a server runs', {
    'a command without books': () => {
      const [loaded = []] = loadedBy('dist/program/main.js', '--help')
      expect(serversIn(loaded)).to.be.empty
      // The program's own modules were joined into a few files.
      expect(loaded.filter((path) => path.startsWith('dist/'))).to.have.length.within(1, 12)
    },
    'a command that reads and changes the books, while a server does load it': () => {
      const program = `${openStore}; console.log('loaded all'); ${serve}`
      const [command, server] = loadedBy('--input-type', 'module', '--eval', program)
      expect(command).to.include('dist/composition/commands/openStore.js')
      expect(serversIn(command)).to.be.empty
      expect(serversIn(server)).to.have.length.above(50)
    },
  })
})

function serversIn(paths: readonly string[] = []): string[] {
  return paths.filter((path) => serversOwn.test(path))
}
