import { multipartForm, urlEncodedForm } from '../../../adapters/dashboard/request/sentForm.ts'
import type { Finding } from '../../figures/arm.ts'

/** The largest forms that are read, in bytes: with fields, and in parts. */
const [mostBytes, mostBytesInParts] = [16 * 2 ** 10, 2 * 2 ** 20]

/** The number of readings of each. */
const times = 15

const target = { atMost: 2 }

const boundary = '----a-boundary-as-browsers-make-it'
const delimiter = `--${boundary}\r\n`
const named = (name: string) => `Content-Disposition: form-data; name="${name}"\r\n\r\n`

/** Forms with fields that are slow to read. */
const withFields: Readonly<Record<string, string>> = {
  'one field of escapes': `a=${'%0A'.repeat(mostBytes / 3 - 1)}`,
  'as many fields as are read': Array.from({ length: 500 }, (_, nth) => `field-${nth}=${'%0A'.repeat(6)}`).join('&'),
  'separators alone': '&'.repeat(mostBytes),
}

/** Forms in parts that are slow to read, each with its boundary. */
const inParts: Readonly<Record<string, readonly [boundary: string, body: string]>> = {
  'one part': [boundary, `${delimiter}${named('a')}${'x'.repeat(mostBytesInParts - 300)}\r\n--${boundary}--`],
  'as many parts as are read': [
    boundary,
    `${Array.from({ length: 500 }, (_, nth) => `${delimiter}X: ${'x'.repeat(900)}\r\n${named(`${nth}`)}${'x'.repeat(3_000)}\r\n`).join('')}--${boundary}--`,
  ],
  'empty parts': [boundary, `${delimiter}${named('a')}\r\n`.repeat(20_000)],
  'a boundary that nearly matches everywhere': [`${'-'.repeat(69)}b`, '-'.repeat(mostBytesInParts)],
}

/**
 * The longest time for which reading a form keeps everything else waiting: the longest of its turns, in milliseconds.
 */
export async function worstForms(): Promise<Finding[]> {
  const findings = []
  for (const [name, body] of Object.entries(withFields)) {
    const bytes = Buffer.from(body)
    const value = await shortest(async () => urlEncodedForm(bytes))
    findings.push({ what: `a form of 16 KiB, ${name}: reading it`, value, unit: 'ms', target })
  }
  for (const [name, [own, body]] of Object.entries(inParts)) {
    const bytes = Buffer.from(body)
    const value = await shortest((turn) => multipartForm(bytes, `multipart/form-data; boundary=${own}`, turn))
    findings.push({ what: `a form of 2 MiB, ${name}: the longest turn of reading it`, value, unit: 'ms', target })
  }
  return findings
}

/** The longest turn of some work, the least of a few times, since other work of the machine can only make it longer. */
async function shortest(work: (nextTurn: () => Promise<void>) => Promise<unknown>): Promise<number> {
  const longest: number[] = []
  for (let nth = 0; nth < times; nth += 1) {
    let [begunMs, mostMs] = [performance.now(), 0]
    const end = () => {
      mostMs = Math.max(mostMs, performance.now() - begunMs)
      begunMs = performance.now()
    }
    await work(async () => end())
    end()
    longest.push(mostMs)
  }
  return Math.min(...longest)
}
