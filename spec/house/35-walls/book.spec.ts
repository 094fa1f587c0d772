import { expect } from 'chai'
import { contentsOf, offences } from '../../book.ts'
import { rule } from '../../rule.ts'
import { type SourceFile, sourcesIn, textOf } from '../../sourceTree.ts'

const plant = (path: string, text = ''): SourceFile => ({ path, text })

const stating = (path: string, ...numbers: string[]) =>
  plant(path, numbers.map((number) => `rule('${number}', 'this is so', () => undefined)`).join('\n'))

function stands(offence: (files: SourceFile[]) => string[], planted: Record<string, SourceFile[]>) {
  return {
    'the rulebook keeps it': () => expect(offence(sourcesIn('spec'))).to.deep.equal([]),
    'planted offences are found': () => {
      for (const [found, files] of Object.entries(planted)) expect(offence(files), found).to.deep.equal([found])
    },
  }
}

describe('35 The structure of the code: the rulebook', () => {
  rule(
    '35.15',
    'every spec is in the folder or file of its chapter, and states the rules of no other',
    stands(offences.misplaced, {
      'spec/rules/a.spec.ts is in no chapter': [plant('spec/rules/a.spec.ts')],
      'spec/a.spec.ts is in no chapter': [plant('spec/a.spec.ts')],
      'spec/rules/01-a.spec.ts states 2.1': [stating('spec/rules/01-a.spec.ts', '1.1', '2.1')],
      'spec/http/02-b/rows.ts states 3.1': [
        plant('spec/http/02-b/rows.ts', `const rows = [['3.1', 'this is so', {}]]`),
      ],
    }),
  )

  rule(
    '35.16',
    'chapters run from 1 without gaps, and no two share a number',
    stands(offences.gaps, {
      'chapter 3': [plant('spec/rules/01-a.spec.ts'), plant('spec/http/03-b/c.spec.ts')],
      'chapter 1': [plant('spec/rules/01-a.spec.ts'), plant('spec/http/01-b/c.spec.ts')],
    }),
  )

  rule(
    '35.17',
    'the rules of a chapter run from 1 without gaps, each once, in the order of its files',
    stands(offences.disordered, {
      'rule 1.3': [stating('spec/rules/01-a/b.spec.ts', '1.1', '1.3')],
      'rule 1.1': [stating('spec/rules/01-a/b.spec.ts', '1.1', '1.1')],
      'rule 2.2': [stating('spec/http/02-a/b.spec.ts', '2.2', '2.3')],
    }),
  )

  rule(
    '35.18',
    'the heading of a file has the number of its chapter, and its title',
    stands(offences.mistitled, {
      'spec/rules/01-a.spec.ts is headed 2 A': [plant('spec/rules/01-a.spec.ts', `describe('2 A', f)`)],
      'spec/rules/01-a/c.spec.ts is headed 1 B': [
        plant('spec/rules/01-a/b.spec.ts', `describe('1 A: more', f)`),
        plant('spec/rules/01-a/c.spec.ts', `describe('1 B: more', f)`),
      ],
    }),
  )

  rule('35.19', 'the contents are up to date: `npm run contents` writes them', {
    'they are': () => expect(textOf('spec/CONTENTS.md')).to.equal(contentsOf(sourcesIn('spec'))),
    'an added rule is noticed': () =>
      expect(contentsOf([...sourcesIn('spec'), stating('spec/rules/99-a.spec.ts', '99.1')])).not.to.equal(
        textOf('spec/CONTENTS.md'),
      ),
  })
})
