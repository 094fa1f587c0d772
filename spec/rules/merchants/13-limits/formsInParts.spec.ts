import { expect } from 'chai'
import { multipartForm } from '../../../../adapters/dashboard/request/sentForm.ts'
import { rule } from '../../../rule.ts'

const boundary = '----WebKitFormBoundaryBM9HOsfRrcfm8SzY'
const multipart = `multipart/form-data; boundary=${boundary}`

/** The headers of a part for a field, and for a file. */
const field = (parameters: string) => `Content-Disposition: form-data; ${parameters}`
const file = (parameters: string, type = 'text/csv') => `${field(parameters)}\r\nContent-Type: ${type}`

type Part = readonly [head: string, content: string]

function inParts(parts: readonly Part[], own = boundary): string {
  return `${parts.map(([head, content]) => `--${own}\r\n${head}\r\n\r\n${content}\r\n`).join('')}--${own}--\r\n`
}

/** The fields and files of a body, as texts; or the reason why it is refused. */
async function read(body: string | Buffer, type = multipart) {
  const sent = await multipartForm(Buffer.from(body), type, async () => {})
  if (typeof sent === 'string') return sent
  return {
    ...Object.fromEntries(sent.fields),
    ...Object.fromEntries([...sent.files].map(([name, bytes]) => [name, `file: ${bytes}`])),
  }
}

/** The same fields as several programs write them: a text with quotes, one of lines, and a file `é "q".csv`. */
const written: Readonly<Record<string, { readonly boundary: string; readonly parts: readonly Part[] }>> = {
  Chromium: {
    boundary,
    parts: [
      [field('name="word"'), 'a "q" é'],
      [field('name="lines"'), 'a\r\nb'],
      [file('name="file"; filename="é %22q%22.csv"'), 'x,1\r\n'],
      [file('name="none"; filename=""', 'application/octet-stream'), ''],
    ],
  },
  Firefox: {
    boundary: '----geckoformboundary8d6c1f0c2f0b6f5b2c9f8d4b7a3e6c21',
    parts: [
      [field('name="word"'), 'a "q" é'],
      [field('name="lines"'), 'a\r\nb'],
      [file('name="file"; filename="é %22q%22.csv"'), 'x,1\r\n'],
      [file('name="none"; filename=""', 'application/octet-stream'), ''],
    ],
  },
  curl: {
    boundary: '------------------------8556d679e7ba46c4',
    parts: [
      [field('name="word"'), 'a "q" é'],
      [`${field('name="lines"')}\r\nContent-Type: text/plain;charset=utf-8`, 'a\r\nb'],
      [file('name="file"; filename="é %22q%22.csv"'), 'x,1\r\n'],
      [file('name="none"; filename=""', 'application/octet-stream'), ''],
    ],
  },
  'curl with --form-escape': {
    boundary: '------------------------870005c20b13788c',
    parts: [
      [field('name="word"'), 'a "q" é'],
      [field('name="lines"'), 'a\r\nb'],
      [file('name="file"; filename="é \\"q\\".csv"'), 'x,1\r\n'],
      [file('name="none"; filename=""', 'application/octet-stream'), ''],
    ],
  },
  'requests of Python': {
    boundary: 'd6283de6f7c21584caafa9dcaf609724',
    parts: [
      [field('name="word"'), 'a "q" é'],
      [field('name="lines"'), 'a\r\nb'],
      [field('name="file"; filename="é %22q%22.csv"'), 'x,1\r\n'],
      [`${field('name="none"; filename="none.csv"')}\r\nX-Y: z`, ''],
    ],
  },
  'requests of Python, before urllib3 2': {
    boundary: 'fa1922ffa6ae1543226e03839d0e4ae4',
    parts: [
      [field('name="word"'), 'a "q" é'],
      [field('name="lines"'), 'a\r\nb'],
      [field('name="file"; filename*=utf-8\'\'%C3%A9%20%22q%22.csv'), 'x,1\r\n'],
      [file('name="none"; filename="none.csv"'), ''],
    ],
  },
}

describe('13 Limits on requests: forms in parts', () => {
  rule('13.33', 'a form in parts is read as browsers and other programs write it', {
    ...Object.fromEntries(
      Object.entries(written).map(([program, { boundary: own, parts }]) => [
        `by ${program}`,
        async () => {
          const expected = { word: ['a "q" é'], lines: ['a\r\nb'], file: 'file: x,1\r\n', none: 'file: ' }
          expect(await read(inParts(parts, own), `multipart/form-data; boundary=${own}`)).to.deep.equal(expected)
        },
      ]),
    ),
    'without a field': async () => expect(await read(inParts([]))).to.deep.equal({}),
    'with letters of all lengths, wherever a turn ends': async () => {
      for (const shift of [0, 1, 2, 3]) {
        const text = 'x'.repeat(shift) + 'aé€😀'.repeat(20_000)
        expect(await read(inParts([[field('name="word"'), text]]))).to.deep.equal({ word: [text] })
      }
    },
    'with a file of any bytes': async () => {
      const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, nth) => (nth * 7) % 256))
      const [before, after] = inParts([[file('name="file"; filename="a"'), '|']]).split('|')
      const body = Buffer.concat([Buffer.from(before ?? ''), bytes, Buffer.from(after ?? '')])
      const sent = await multipartForm(body, multipart, async () => {})
      expect(typeof sent === 'string' ? sent : sent.files.get('file')?.equals(bytes)).to.equal(true)
    },
    'with names of any letters': async () => {
      const names = ['é', '😀', '__proto__', 'a[b]', '%22', 'a b']
      const sent = await multipartForm(
        Buffer.from(inParts(names.map((name) => [field(`name="${name}"`), 'x']))),
        multipart,
        async () => {},
      )
      expect(typeof sent === 'string' ? sent : [...sent.fields.keys()]).to.deep.equal(names)
    },
    'with the boundary inside of a line': async () => {
      const text = `--${boundary.slice(0, -1)}\r\n -x--${boundary}`
      expect(await read(inParts([[field('name="word"'), text]]))).to.deep.equal({ word: [text] })
    },
  })

  const whole = inParts([[field('name="a"'), 'x']])
  const wrong: Readonly<Record<string, string>> = {
    'nothing is there': '',
    'no boundary is there': 'x'.repeat(100_000),
    'it ends within a text': `--${boundary}\r\n${field('name="a"')}\r\n\r\nx`,
    'it ends within a header': `--${boundary}\r\nContent-Disp`,
    'it ends before the last dashes': whole.slice(0, -4),
    'its lines end with a line feed only': whole.replaceAll('\r', ''),
    'a part has no headers': whole.replace(field('name="a"'), ''),
    'a part has no empty line': `--${boundary}\r\n${field('name="a"')}\r\n--${boundary}--\r\n`,
    'a part does not say which field it is for': whole.replace(field('name="a"'), 'Content-Type: text/plain'),
    'a part says so behind 1 KiB of another header': whole.replace('Content', `X: ${'x'.repeat(1_100)}\r\nContent`),
    'a part has another disposition': inParts([['Content-Disposition: attachment; name="a"', 'x']]),
    'a part has no name': inParts([[field('filename="a"'), 'x']]),
    'a text has the character NUL': inParts([[field('name="a"'), 'x\0']]),
  }

  rule('13.34', 'a form in parts that is not whole is refused, and no part of it is left out', {
    ...Object.fromEntries(
      Object.entries(wrong).map(([what, body]) => [what, async () => expect(await read(body)).to.equal('malformed')]),
    ),
    'the request does not say where the parts end': async () => {
      expect(await read(whole, 'multipart/form-data')).to.equal('malformed')
      expect(await read(whole)).to.deep.equal({ a: ['x'] })
    },
  })
})
