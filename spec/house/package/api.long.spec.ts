import { expect } from 'chai'
import { recordOf, unlisted } from '../../../packages/apiChanges.ts'
import { entries, makeReports } from '../../../packages/apiReport.ts'
import { test } from '../../rule.ts'
import { textOf } from '../../sourceTree.ts'

const reportWith = (...declarations: string[]) =>
  `\`\`\`ts\n${declarations.map((text) => `\n// @public\n${text}\n`)}\n\`\`\``

const pay = 'export function pay(amount: bigint): void;'

/** The changes from `before` to `now` that the changelog lacks when it has this line for embedders. */
function unlistedOf(before: string[] | undefined, now: string[] | undefined, line: string): string[] {
  const record = (declarations?: string[]) => recordOf(declarations ? [['shop', reportWith(...declarations)]] : [])
  const changelog = `# Changelog\n\n## 1.1.0 (unreleased)\n\n### Embedders\n\n${line}\n\n### Others\n\n- \`pay\`\n\n## 1.0.0\n\n- \`pay\`\n`
  return unlisted(record(before), record(now), changelog)
}

describe('The package: its public parts', () => {
  let reports: Map<string, string>
  before(() => {
    reports = makeReports()
  })

  test(
    'the exports of each entry are recorded: `npm run api` writes them',
    Object.fromEntries(
      entries.map(({ name, report }) => [name, () => expect(textOf(report)).to.equal(reports.get(name))]),
    ),
  )

  test('the list of changes names each public declaration that changed since the last release', {
    'it does': () =>
      expect(
        unlisted(JSON.parse(textOf('packages/released.json')), recordOf(reports), textOf('CHANGELOG.md')),
      ).to.deep.equal([]),
    'a new one is seen': () => expect(unlistedOf([], [pay], '')).to.deep.equal(['shop: pay']),
    'a removed one is seen': () => expect(unlistedOf([pay], [], '')).to.deep.equal(['shop: pay']),
    'a changed one is seen': () =>
      expect(unlistedOf([pay], [pay.replace('bigint', 'number')], '- `payment` is new.')).to.deep.equal(['shop: pay']),
    'a named one is no offence': () => expect(unlistedOf([], [pay], '- `pay(amount)` is new.')).to.deep.equal([]),
    'an unchanged one needs no line': () => expect(unlistedOf([pay], [pay], '')).to.deep.equal([]),
    'a new entry is seen': () => expect(unlistedOf(undefined, [pay], '- `pay` is new.')).to.deep.equal(['shop']),
    'a removed entry is seen': () => expect(unlistedOf([pay], undefined, '- `pay` is gone.')).to.deep.equal(['shop']),
    'a named entry is no offence': () => expect(unlistedOf(undefined, [pay], '- `shop` is new.')).to.deep.equal([]),
  })
})
