import { expect } from 'chai'
import { ruleOf, transportCodes } from '../../../adapters/http/answers/errors/refusals.ts'
import { refusalCodes } from '../../../core/sente.ts'
import { answers, type Code } from '../../answers.ts'
import { test } from '../../rule.ts'
import { bookOf, chapterHeads } from '../../rulebook/book.ts'
import { errorsPage } from '../../rulebook/errorsPage.ts'
import { markdownOf } from '../../rulebook/markdown.ts'
import { disordered, gaps, misplaced, mistitled, unstated } from '../../rulebook/offences.ts'
import { readRules } from '../../rulebook/readRules.ts'
import type { Stated } from '../../rulebook/statements.ts'
import { strangeWords, wishes } from '../../rulebook/words.ts'
import { sourcesIn, textOf } from '../../sourceTree.ts'

/** Rules as a file would state them. */
const stating = (path: string, ...numbers: string[]) => numbers.map((number) => ({ number, path }))

const sentence = (number: string, text: string) => ({ number, sentence: text })

const headed = (path: string, number: string, chapter: number, title: string) => ({ path, number, chapter, title })

describe('The structure of the code: the rulebook', () => {
  let rules: Stated[]
  before(() => {
    // Reads every spec of the rules, in a process of its own.
    rules = readRules()
  })
  const paths = sourcesIn('spec').map(({ path }) => path)

  test(
    'every spec of the rules is in the folder or file of its chapter, in its part, and states the rules of no other',
    {
      'the rulebook keeps it': () => expect(misplaced(paths, rules)).to.deep.equal([]),
      'planted offences are found': () => {
        for (const path of ['merchants/a.spec.ts', '01-a.spec.ts', 'operators/01-a.spec.ts', 'merchants/99-a.spec.ts'])
          expect(misplaced([`spec/rules/${path}`], [])).to.deep.equal([
            `spec/rules/${path} is in no chapter of its part`,
          ])
        const strays = stating('spec/rules/merchants/01-a.spec.ts', '1.1', '2.1')
        expect(misplaced([], strays)).to.deep.equal(['spec/rules/merchants/01-a.spec.ts states 2.1'])
        expect(misplaced([], stating('', '1.1'))).to.deep.equal(['a file outside the chapters states 1.1'])
      },
    },
  )

  test('the chapters of a part run from its hundred without gaps, as they are listed, and no two share a number', {
    'the rulebook keeps it': () => {
      const listed = chapterHeads.map(({ number }) => number)
      expect(gaps(paths, listed)).to.deep.equal([])
      expect([...new Set(rules.map(({ chapter }) => chapter))]).to.have.members(listed)
    },
    'planted offences are found': () => {
      const first = 'spec/rules/merchants/01-a.spec.ts'
      expect(gaps([first, 'spec/rules/operators/03-b/c.spec.ts'], [])).to.deep.equal(['chapter 3'])
      expect(gaps([first, 'spec/contracts/01-b/c.spec.ts'], [])).to.deep.equal(['chapter 1'])
      expect(gaps([first], [1, 3])).to.deep.equal(['chapter 3'])
      expect(gaps([first], [1, 101, 103, 201])).to.deep.equal(['chapter 103'])
    },
  })

  test('the rules of a chapter run from 1 without gaps, each once, in the order of its files', {
    'the rulebook keeps it': () => expect(disordered(rules)).to.deep.equal([]),
    'planted offences are found': () => {
      expect(disordered(stating('spec/rules/merchants/01-a.spec.ts', '1.1', '1.3'))).to.deep.equal(['rule 1.3'])
      expect(disordered(stating('spec/rules/merchants/01-a.spec.ts', '1.1', '1.1'))).to.deep.equal(['rule 1.1'])
      expect(disordered(stating('spec/rules/merchants/02-b/c.spec.ts', '2.2', '2.3'))).to.deep.equal(['rule 2.2'])
    },
  })

  test('the heading of a file has the number of its chapter, and its title', {
    'the rulebook keeps it': () => expect(mistitled(rules)).to.deep.equal([]),
    'planted offences are found': () => {
      const path = 'spec/rules/merchants/01-a.spec.ts'
      expect(mistitled([headed(path, '1.1', 2, 'The order of the rules')])).to.have.length(1)
      expect(mistitled([headed(path, '1.1', 1, 'Visitors')])).to.deep.equal([`${path} is headed 1 Visitors`])
      expect(mistitled([headed(path, '1.1', 1, 'Callers')])).to.deep.equal([])
    },
  })

  test('the rulebook and the page about errors are up to date: `npm run rulebook` writes them', {
    'they are': () => {
      const book = bookOf(rules)
      expect(textOf('docs/rulebook.md') === markdownOf(book), 'npm run rulebook').to.equal(true)
      expect(textOf('docs/merchants/errors.md') === errorsPage(), 'npm run rulebook').to.equal(true)
    },
    'an added rule is noticed': () => {
      const [first] = rules
      if (first === undefined) expect.fail('no rule')
      const more = { ...first, number: `${first.chapter}.999` }
      expect(markdownOf(bookOf([...rules, more]))).not.to.equal(textOf('docs/rulebook.md'))
    },
  })

  test('each error of the HTTP API is stated by exactly one rule, to which its answers link', {
    'the rulebook keeps it': () => {
      expect(unstated(rules, ruleOf)).to.deep.equal([])
      expect(Object.keys(answers)).to.have.members([...refusalCodes, ...transportCodes])
    },
    'planted offences are found': () => {
      const without = rules.filter(({ refuses }) => !refuses.includes('invalid_pin'))
      const more = [...rules, { number: '6.99', refuses: ['invalid_pin' as const] }]
      const elsewhere = (code: Code) => (code === 'invalid_pin' ? '6.2' : ruleOf(code))
      expect(unstated(without, ruleOf)).to.deep.equal(['invalid_pin is stated by no rule'])
      expect(unstated(more, ruleOf)).to.deep.equal(['invalid_pin is stated by 6.1 and 6.99'])
      expect(unstated(rules, elsewhere)).to.deep.equal(['invalid_pin is stated by 6.1 and links to 6.2'])
    },
  })

  test('a rule states a fact, without `should`', {
    'the rulebook keeps it': () => expect(wishes(rules)).to.deep.equal([]),
    'planted offences are found': () => {
      const planted = [sentence('1.1', 'a key should be good'), sentence('1.2', 'Shouldn’t be'), sentence('1.3', 'is')]
      expect(wishes(planted)).to.deep.equal(['1.1 says should', '1.2 says should'])
    },
  })

  test('the words of rules are common, or terms of the glossary', {
    'the rulebook keeps it': () => expect(strangeWords(rules, textOf('docs/glossary.md'))).to.deep.equal([]),
    'planted offences are found': () => {
      const planted = [
        sentence('1.1', 'a zyzzyva is refused'),
        sentence('1.2', 'an invalid_pin is refused'),
        sentence('1.3', 'a payout’s `invalid_pin` is resealed'),
        sentence('1.4', 'the meaning of a plain word'),
      ]
      const glossary = '| **payout** | quite a zyzzyva |\n| **reseal** | |'
      expect(strangeWords(planted, glossary)).to.deep.equal(['1.1 says zyzzyva', '1.2 says invalid_pin'])
      expect(strangeWords(planted.slice(2), '')).to.deep.equal(['1.3 says resealed'])
    },
  })
})
