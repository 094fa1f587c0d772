import { expect } from 'chai'
import { multipartForm, urlEncodedForm } from '../../../../adapters/dashboard/request/sentForm.ts'
import { openDashboard } from '../../../fixtures/http/dashboard.ts'
import { openPages, ownForm, textPage } from '../../../fixtures/http/pages.ts'
import { rule, table } from '../../../rule.ts'

const boundary = '----aBoundaryAsBrowsersMakeThem'
const multipart = `multipart/form-data; boundary=${boundary}`

/** A form in parts, by the headers of each. */
const inParts = (heads: readonly string[]) =>
  `${heads.map((head) => `--${boundary}\r\n${head}\r\n\r\nx\r\n`).join('')}--${boundary}--\r\n`

const part = (name: string) => `Content-Disposition: form-data; name="${name}"`

/** A page with a form that can have files, and the fields that were sent to it. */
async function formPage() {
  const taken: (readonly string[])[] = []
  const page = textPage('/pages/form', {
    isLarge: true,
    take(_, form) {
      taken.push(form.all('word'))
      return { seeOther: '/pages/form' }
    },
  })
  const { ask } = await openPages([page])
  const send = async (body: string, type: string) => {
    const headers = { ...ownForm, 'content-type': type }
    return (await ask.post('pages/form', { body, headers })).statusCode
  }
  return { send, taken }
}

/** Forms that are expensive to read unless their pieces are counted first. */
const urlEncoded: Readonly<Record<string, (size: number) => string>> = {
  'one field': (size) => `lines=${'x'.repeat(size - 6)}`,
  'one field of escapes': (size) => `lines=${'%0A'.repeat((size - 6) / 3)}`,
  'invalid escapes': (size) => `lines=${'%'.repeat(size - 6)}`,
  'one name': (size) => 'x'.repeat(size),
  'fields of one name': (size) => 'a=&'.repeat(size / 3),
  'fields of many names': (size) => filled(size, (nth) => `${nth}=&`),
  'nested names': (size) => filled(size, (nth) => `a[${nth}]=&`),
  'deeply nested names': (size) => `a${'[a]'.repeat(size / 3 - 2)}=1`,
  'open brackets': (size) => `a${'['.repeat(size - 3)}=1`,
  'nothing but separators': (size) => '&'.repeat(size),
}

const delimiter = `--${boundary}`

/** The same in parts, with the content type if it differs. */
const parts: Readonly<Record<string, { readonly type?: string; readonly body: (size: number) => string }>> = {
  'one part': {
    body: (size) => `${delimiter}\r\n${part('a')}\r\n\r\n${'x'.repeat(size - 150)}\r\n${delimiter}--\r\n`,
  },
  'empty parts of one name': { body: (size) => filled(size, () => `${delimiter}\r\n${part('a')}\r\n\r\n\r\n`) },
  'parts of many names': {
    body: (size) => filled(size, (nth) => `${delimiter}\r\n${part(`${nth}`)}\r\n\r\n\r\n`),
  },
  'the most parts that are read': {
    body: () => inParts(Array.from({ length: 500 }, (_, nth) => `X: ${'x'.repeat(900)}\r\n${part(`${nth}`)}`)),
  },
  'a long name': { body: (size) => inParts([part('x'.repeat(size - 200))]) },
  'many headers': { body: (size) => inParts([filled(size - 200, () => 'a: b\r\n')]) },
  'boundaries alone': { body: (size) => `${delimiter}\r\n`.repeat(size / 36) },
  'beginnings of boundaries': { body: (size) => delimiter.slice(0, -1).repeat(size / 32) },
  'a boundary of one letter': {
    type: `multipart/form-data; boundary=${'-'.repeat(69)}b`,
    body: (size) => '-'.repeat(size),
  },
}

function filled(size: number, piece: (nth: number) => string): string {
  let text = ''
  for (let nth = 0; text.length < size - 100; nth += 1) text += piece(nth)
  return text
}

/**
 * The ratio of the times of two pieces of work, both at their fastest of five times in turn, or of 200 on a busy
 * machine.
 */
async function ratioOf(work: () => unknown, measure: () => unknown, most: number): Promise<number> {
  let [fastest, measured] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  const timed = async (run: () => unknown) => {
    const beganMs = performance.now()
    await run()
    return performance.now() - beganMs
  }
  for (let times = 0; times < 5 || (times < 200 && fastest > most * measured); times += 1) {
    measured = Math.min(measured, await timed(measure))
    fastest = Math.min(fastest, await timed(work))
  }
  return fastest / measured
}

describe('13 Limits on requests: forms', () => {
  rule(
    '13.28',
    'a form with more fields or parts than any page has is refused before they are read, and changes nothing',
    {
      fields: table(
        ['fields', 'status'],
        [
          [499, 303],
          [500, 303],
          [501, 413],
        ],
        async (fields, status) => {
          const { send, taken } = await formPage()
          expect(await send(`${'a=1&'.repeat(fields - 1)}word=x`, ownForm['content-type'])).to.equal(status)
          expect(taken).to.deep.equal(status === 303 ? [['x']] : [])
        },
      ),
      parts: table(
        ['parts', 'status'],
        [
          [499, 303],
          [500, 303],
          [501, 413],
        ],
        async (count, status) => {
          const { send, taken } = await formPage()
          const heads = Array.from({ length: count }, () => part('word'))
          expect(await send(inParts(heads), multipart)).to.equal(status)
          expect(taken).to.deep.equal(status === 303 ? [Array(count).fill('x')] : [])
        },
      ),
      'the headers of a part': table(
        ['bytes', 'status'],
        [
          [1_017, 303],
          [1_018, 303],
          [1_019, 400],
        ],
        async (bytes, status) => {
          const { send, taken } = await formPage()
          const head = `${part('word')}\r\nX: `
          expect(await send(inParts([head.padEnd(bytes, 'x')]), multipart)).to.equal(status)
          expect(taken).to.have.length(status === 303 ? 1 : 0)
        },
      ),
      'a name is only a name, whatever it looks like': async () => {
        const { send, taken } = await formPage()
        for (const name of ['word[]', 'word[0]', 'word[a][b]', 'word.a', '__proto__', 'constructor'])
          expect(await send(`${name}=x`, ownForm['content-type'])).to.equal(303)
        expect(taken).to.deep.equal(Array(6).fill([]))
      },
      'text after the last boundary is not a part': table(
        ['ending', 'status'],
        [
          ['', 303],
          ['\r\n', 303],
          ['\r\nanything', 303],
          ['-', 303],
        ],
        async (ending, status) => {
          const { send } = await formPage()
          expect(await send(inParts([part('word')]).trimEnd() + ending, multipart)).to.equal(status)
        },
      ),
      'a form of a type that no browser sends has no fields': async () => {
        const { send, taken } = await formPage()
        expect(await send('word=x', 'text/plain')).to.equal(303)
        expect(await send('{"word":"x"}', 'application/json')).to.equal(303)
        expect(taken).to.deep.equal([[], []])
      },
    },
  )

  rule(
    '13.29',
    'no form of the allowed size takes much longer to read than one with a single field, for any page',
    async () => {
      const { all } = await openDashboard()
      const forms = all.filter(({ take }) => take)
      const large = forms.filter(({ isLarge }) => isLarge).map(({ path }) => path)
      expect(large).to.deep.equal([
        ...['/sign-in', '/second-step', '/second-step/passkey'],
        ...['/dashboard/batches/new/check', '/dashboard/batches/new/accept'],
      ])
      expect(forms).to.have.length.above(40)
      const tooDear: string[] = []
      for (const [name, body] of Object.entries(urlEncoded)) {
        const bytes = bytesOf(body, 16 * 2 ** 10)
        const ratio = await ratioOf(() => urlEncodedForm(bytes), honest(bytes.length), 20)
        if (ratio > 20) tooDear.push(`${name} takes ${Math.round(ratio)} times as long`)
      }
      for (const [name, { type = multipart, body }] of Object.entries(parts)) {
        const bytes = bytesOf(body, 2 * 2 ** 20)
        const ratio = await ratioOf(() => multipartForm(bytes, type, async () => {}), honest(bytes.length), 2)
        if (ratio > 2) tooDear.push(`${name} takes ${Math.round(ratio)} times as long`)
      }
      expect(tooDear).to.deep.equal([])
    },
  )
})

function bytesOf(body: (size: number) => string, size: number): Buffer {
  return Buffer.from(body(size)).subarray(0, size)
}

/** Reads a form of one field whose letters are all escapes. */
function honest(size: number): () => unknown {
  const bytes = bytesOf((letters) => `lines=${'%0A'.repeat(letters / 3)}`, size)
  return () => urlEncodedForm(bytes)
}
