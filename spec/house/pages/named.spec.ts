import { expect } from 'chai'
import { test } from '../../rule.ts'
import { anchorOf } from '../../rulebook/guide/guide.ts'
import { pages, type SourceFile, sourcesIn } from '../../sourceTree.ts'

const documentation = pages()

describe('The pages: links from the program', () => {
  test('each page that a message or the help names exists, and so does its section', {
    'the program keeps it': () =>
      expect(sourcesIn('core', 'adapters', 'composition').flatMap(missing)).to.deep.equal([]),
    'planted offences are found': () => {
      const text = "'docs/live.md' 'docs/none.md' 'docs/operating/pins.md#pins' 'docs/operating/pins.md#keys'"
      const found = ['a.ts: docs/none.md', 'a.ts: docs/operating/pins.md#keys']
      expect(missing({ path: 'a.ts', text })).to.deep.equal(found)
    },
  })
})

/** The pages that a file names and that do not exist, or lack the section. */
function missing({ path, text }: SourceFile): string[] {
  const named = [...text.matchAll(/\bdocs\/[\w/-]+\.md(?:#[\w-]+)?/g)].map(([link]) => link)
  return named.filter((link) => !isThere(link)).map((link) => `${path}: ${link}`)
}

function isThere(link: string): boolean {
  const [path, section] = link.split('#')
  const page = documentation.find((one) => one.path === path)
  if (!page || section === undefined) return page !== undefined
  return [...page.text.matchAll(/^#{1,4} (.*)$/gm)].some(([, heading = '']) => anchorOf(heading) === section)
}
