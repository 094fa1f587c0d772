import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect } from 'chai'
import { test } from '../../rule.ts'
import { anchorOf } from '../../rulebook/guide/guide.ts'
import { pages as documentation, projectFolder, type SourceFile, textOf } from '../../sourceTree.ts'

const pages = [...documentation(), ...['CONTRIBUTING.md', 'SECURITY.md'].map((path) => ({ path, text: textOf(path) }))]

describe('The pages: their links', () => {
  test('each link of a page leads to an existing file and section', {
    'the pages keep it': () => expect(pages.flatMap((page) => brokenLinks(page, pages))).to.deep.equal([]),
    'planted offences are found': () => {
      const text =
        '# A\n\n## B `c`\n\n[x](#b-c) [y](#d) [z](no.md) [w](README.md#nothing)\n\n```md\n[v](none.md)\n```\n'
      expect(brokenLinks({ path: 'page.md', text }, pages)).to.deep.equal([
        'page.md: #d',
        'page.md: no.md',
        'page.md: README.md#nothing',
      ])
    },
  })

  test('each page but the decisions is reached from the README, link by link', {
    'the pages keep it': () => expect(outOfReach(pages)).to.deep.equal([]),
    'planted offences are found': () => {
      const page = (path: string, text: string) => ({ path, text })
      const planted = [page('README.md', '[a](docs/a.md#x)'), page('docs/a.md', ''), page('docs/b.md', '[a](a.md)')]
      expect(outOfReach(planted)).to.deep.equal(['docs/b.md'])
    },
  })

  test('a list of contents names the sections of its page, in their order', {
    'the pages keep it, except two with deeper sections': () => {
      const deeper = ['CHANGELOG.md', 'docs/rulebook.md']
      const offences = pages.filter((page) => !listsItsSections(page)).map(({ path }) => path)
      expect(offences.filter((path) => !deeper.includes(path))).to.deep.equal([])
    },
    'planted offences are found': () => {
      const page = (text: string) => listsItsSections({ path: 'page.md', text })
      expect(page('# A\n\n- [B](#b)\n- [C](#c)\n\n## B\n\n## C\n')).to.equal(true)
      expect(page('# A\n\n- [C](#c)\n- [B](#b)\n\n## B\n\n## C\n')).to.equal(false)
      expect(page('# A\n\n- [B](#b)\n\n## B\n\n## C\n')).to.equal(false)
      expect(page('# A\n\n## B\n\n## C\n')).to.equal(true)
    },
  })
})

/** The text of a page without its blocks of code. */
const proseOf = ({ text }: SourceFile) => text.replace(/^ *```.*?^ *```$/gms, '')

/** The headings of a page, from a depth to a depth. */
function headingsOf(page: SourceFile, depths = '1,4'): string[] {
  const headings = proseOf(page).matchAll(new RegExp(`^#{${depths}} (.*)$`, 'gm'))
  return [...headings].map(([, heading = '']) => anchorOf(heading))
}

/** The links of a page that lead to another file, or to a section. */
const linksOf = (page: SourceFile) =>
  [...proseOf(page).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map(([, link = '']) => link)

/** The target of a link on a page: the path of the file, and the section. */
function targetOf(page: SourceFile, link: string): { path: string; anchor: string | undefined } {
  const [file = '', anchor] = link.split('#')
  return { path: file === '' ? page.path : posix.join(posix.dirname(page.path), file), anchor }
}

function brokenLinks(page: SourceFile, all: readonly SourceFile[]): string[] {
  const leads = (link: string) => {
    const { path, anchor } = targetOf(page, link)
    const target = path === page.path ? page : all.find((other) => other.path === path)
    if (!target) return existsSync(join(projectFolder, path))
    return !anchor || headingsOf(target).includes(anchor) || target.text.includes(`<a id="${anchor}">`)
  }
  return linksOf(page)
    .filter((link) => !leads(link))
    .map((link) => `${page.path}: ${link}`)
}

function outOfReach(all: readonly SourceFile[]): string[] {
  const reached = new Set(['README.md'])
  for (const path of reached) {
    const page = all.find((other) => other.path === path)
    for (const link of page ? linksOf(page) : []) if (page) reached.add(targetOf(page, link).path)
  }
  return all.map(({ path }) => path).filter((path) => !reached.has(path) && !path.startsWith('docs/decisions/'))
}

/** Whether a page has no list of contents before its first section, or one of all its sections. */
function listsItsSections(page: SourceFile): boolean {
  const [top = ''] = proseOf(page).split(/^## /m)
  const listed = [...top.matchAll(/^- \[[^\]]*\]\(#([^)]*)\)$/gm)].map(([, anchor]) => anchor)
  return listed.length === 0 || listed.join() === headingsOf(page, '2,2').join()
}
