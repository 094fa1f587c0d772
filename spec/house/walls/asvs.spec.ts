import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { test } from '../../rule.ts'
import { textOf } from '../../sourceTree.ts'
import { idsIn, judged } from './judged.ts'

const folder = 'docs/security'

/** The number of requirements of levels 1 and 2 in each section of ASVS 5.0.0; they are its first ones. */
// biome-ignore format: a table
const requirements = Object.entries({
  '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2, '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1, '3.2': 2, '3.3': 4, '3.4': 6,
  '3.5': 5, '3.7': 2, '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4, '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3, '6.1': 3, '6.2': 12,
  '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4, '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2, '8.1': 2,
  '8.2': 3, '8.3': 1, '8.4': 1, '9.1': 3, '9.2': 4, '10.1': 2, '10.2': 2, '10.3': 4, '10.4': 11, '10.5': 5, '10.6': 2,
  '10.7': 3, '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1, '12.1': 3, '12.2': 2, '12.3': 4, '13.1': 1,
  '13.2': 5, '13.3': 2, '13.4': 5, '14.1': 2, '14.2': 4, '14.3': 3, '15.1': 3, '15.2': 3, '15.3': 7, '16.1': 1, '16.2': 5,
  '16.3': 4, '16.4': 3, '16.5': 3, '17.1': 1, '17.2': 4, '17.3': 2,
}).flatMap(([section, count]) => Array.from({ length: count }, (_, index) => `${section}.${index + 1}`))

describe('The structure of the code: the auditors’ page', () => {
  const page = textOf(`${folder}/asvs.md`)

  test('the auditors’ page has each requirement once, explains unmet ones, and cites existing rules and pages', {
    'each requirement of levels 1 and 2 has one state': () => {
      expect(judged.flatMap(({ ids }) => ids)).to.have.members(requirements)
    },
    'only unmet ones are explained': () => {
      const [, explained = ''] = /## Unmet requirements\n([\s\S]*?)\n## /.exec(page) ?? []
      const explainedIds = [...explained.matchAll(/^\| ([\d., –]+) \|/gm)].flatMap(([, ids = '']) => idsIn(ids))
      expect(explainedIds).to.have.members(judged.filter(({ state }) => state === 'not met').flatMap(({ ids }) => ids))
    },
    'rules and pages that it cites exist': () => {
      const rulebook = textOf('docs/rulebook.md')
      const links = [...page.matchAll(/\]\((?!http|#)([^)#]+)#?([^)]*)\)/g)]
      expect(links).to.have.length.above(50)
      for (const [, path = '', anchor = ''] of links) {
        expect(existsSync(join(folder, path)), path).to.equal(true)
        if (path.endsWith('rulebook.md') && anchor !== '') expect(rulebook).to.include(`<a id="${anchor}">`)
      }
    },
  })
})
