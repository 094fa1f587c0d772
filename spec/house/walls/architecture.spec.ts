import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { test } from '../../rule.ts'
import { projectFolder, textOf } from '../../sourceTree.ts'
import { drawingsIn, malformed, stopsIn } from './drawings.ts'

const page = 'docs/architecture.md'
const drawings = drawingsIn(textOf(page))

describe('The structure of the code: the drawings', () => {
  test('the ways of a payment and of a webhook are drawn, with no tag broken, and the README leads there', {
    'they are': () => {
      expect(drawings.map(({ path }) => path)).to.deep.equal(['docs/drawings/payment.svg', 'docs/drawings/webhook.svg'])
      for (const { path } of drawings) {
        expect(malformed(textOf(path)), path).to.deep.equal([])
        expect(textOf(path)).to.match(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" /)
      }
      expect(textOf('README.md')).to.include(`(${page})`)
    },
    'planted offences are found': () => {
      for (const planted of [
        ...['<svg><a></svg></a>', '<svg>', '<svg></svg><svg></svg>', '<svg></svg>x', 'x<svg></svg>', '<svg><a'],
        ...[
          '<svg>a & b</svg>',
          '<svg x=1></svg>',
          '<svg x="1" x="2"></svg>',
          '<svg x="a&b"></svg>',
          '<svg>a > b</svg>',
        ],
      ])
        expect(malformed(planted), planted).not.to.deep.equal([])
      expect(malformed('<svg x="1"><a><b y="2" /></a>text</svg>')).to.deep.equal([])
    },
  })

  test('each stop of a drawing leads to a file, and the list below has the file under its number', {
    'it does': () => {
      for (const { path, listed } of drawings) {
        const stops = [...stopsIn(textOf(path))].sort((one, other) => one.n - other.n)
        expect(stops.map(({ n }) => n)).to.deep.equal(Array.from(stops, (_, index) => index + 1))
        expect(stops).to.have.length.above(10)
        expect(textOf(path).match(/<a /g)).to.have.length(stops.length)
        expect(listed, path).to.deep.equal(stops)
        expect(stops.filter(({ file }) => !existsSync(join(projectFolder, file)))).to.deep.equal([])
      }
    },
    'a list is read as it is shown': () => {
      const list = '1. [core/a.ts](../core/a.ts) begins\n   and ends.\n2. [core/b.ts](../core/c.ts) lies.\n'
      expect(drawingsIn(`![x](drawings/x.svg)\n\n${list}`)).to.deep.equal([
        { path: 'docs/drawings/x.svg', listed: [{ n: 1, file: 'core/a.ts' }] },
      ])
    },
  })
})
