import { expect } from 'chai'
import { scopeOf } from '../../../adapters/http/openapi/operation.ts'
import { endpoints } from '../../../adapters/http/routes.ts'
import { settingsInFiles } from '../../../composition/settings/environment.ts'
import { acts, holderRoles, keyScopes, operatorChanges, operatorRoles, type Permission } from '../../../core/sente.ts'
import { test } from '../../rule.ts'
import { sourcesIn, textOf } from '../../sourceTree.ts'

const sources = sourcesIn('adapters', 'core', 'composition').filter(({ path }) => !path.includes('/simulator/'))

/** A strength in the sources, and its text on the page about keys. */
// biome-ignore format: a table
const strengths: readonly (readonly [reported: string, shownBy: RegExp])[] = [
  ['24 bytes of Node’s `randomBytes`', /newKey[\s\S]{0,200}randomBytes\(24\)/],
  ['32 bytes of Node’s `randomBytes`', /newToken: \(\) => randomBytes\(32\)/],
  ['N = 2¹⁷, r = 8, p = 1', /defaultCost: PasswordCost = \{ log2N: 17, r: 8, p: 1 \}/],
  ['16 random bytes each', /salt: randomBytes\(16\), key: Buffer/],
  ['at least 12 characters', /\[shortest, longest\] = \[12, 256\]/],
  ['10¹¹ guesses', /fewestGuessesLog10 = 11\b/],
  ['over 160 random bits', /new Secret\(\{ size: 20 \}\)/],
  ['6 digits, 30 seconds', /codePeriodMs = 30_000/],
  ['128 random bits', /digest\(secrets\.newToken\(\)\)\.slice\(0, 32\)/],
]

describe('The structure of the code: rights and keys on the pages for auditors', () => {
  const data = textOf('docs/security/data.md')
  const cellsUnder = (heading: string): string[][] => {
    const [, section = ''] = new RegExp(`\\n## ${heading}\\n([\\s\\S]*?)\\n## `).exec(data) ?? []
    return [...section.matchAll(/^\| (`[^|]*|no key) \|(.*)\|$/gm)].map(([, first = '', others = '']) => [
      first,
      ...others.split('|').map((cell) => cell.trim()),
    ])
  }
  const rolesOf = (listed: readonly string[], all: readonly string[]) => [
    listed.length === all.length ? 'all' : listed.join(', ') || 'none',
  ]
  const codesIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)

  test('the page about data has each act of people, with the permitted roles and the other conditions', () => {
    const reported = cellsUnder('Acts of people')
      .filter((cells) => cells.length > 3)
      .flatMap(([names = '', ...others]) => codesIn(names).map((name) => [name, ...others].join(' | ')))
    const real = Object.entries<Permission>(acts).map(([name, { holders, operators, asks, scope, second }]) => {
      const listed = second.map((item) => `\`${item}\``).join(', ')
      const who = [
        ...rolesOf(holders, holderRoles),
        ...rolesOf(operators, operatorRoles),
        asks ? 'yes' : 'no',
        scope === null ? 'none' : `\`${scope}\``,
      ]
      return [name, ...who, listed || 'no'].join(' | ')
    })
    expect(reported).to.have.members(real)
  })

  test('the page about data has each change that can need a second person, with its act and the reason for the wait', () => {
    const reported = cellsUnder('Acts of people')
      .filter((cells) => cells.length === 3)
      .flatMap(([names = '', act, second]) => codesIn(names).map((name) => `${name}: ${act} ${second}`))
    const real = Object.entries(operatorChanges).map(
      ([name, { act, second }]) =>
        `${name}: \`${act}\` ${second.map((item) => (item === 'amount' ? 'an amount' : `\`${item}\``)).join(', ')}`,
    )
    expect(reported).to.have.members(real)
  })

  test('the acts of each operation of the API have one scope, and every act that a key may do is one of an operation', () => {
    expect(endpoints.filter(({ acts }) => acts.length > 0 && scopeOf({ acts }) === null)).to.deep.equal([])
    const reached = new Set<string>(endpoints.flatMap(({ acts }) => acts))
    const ofKeys = Object.entries<Permission>(acts).filter(([, { scope }]) => scope !== null)
    expect(ofKeys.map(([name]) => name)).to.have.members([...reached])
  })

  test('the page about data has each operation of the API under its scope', () => {
    const reported = cellsUnder('Scopes of keys').flatMap(([scope = '', operations = '']) =>
      codesIn(operations).map((operation) => `${codesIn(scope)[0] ?? 'null'}: ${operation}`),
    )
    const real = endpoints.flatMap(({ methods, path, acts }) =>
      methods.map((method) => `${scopeOf({ acts })}: ${method} ${path}`),
    )
    expect(reported).to.have.members(real)
    expect(keyScopes.filter((scope) => !reported.some((one) => one.startsWith(`${scope}: `)))).to.deep.equal([])
  })

  test('the page about keys has every secret setting', () => {
    const [, table = ''] = /\n## Keys and secrets\n([\s\S]*?)\n## /.exec(textOf('docs/security/cryptography.md')) ?? []
    expect(settingsInFiles).to.have.length.above(5)
    expect(settingsInFiles.filter((name) => !table.includes(`\`${name}\``))).to.deep.equal([])
  })

  test(
    'the page about keys has the strengths in the sources',
    Object.fromEntries(
      strengths.map(([reported, shownBy]) => [
        reported,
        () => {
          expect(
            sources.some(({ text }) => shownBy.test(text)),
            'the sources show it',
          ).to.equal(true)
          expect(textOf('docs/security/cryptography.md')).to.include(reported)
        },
      ]),
    ),
  )
})
