/** An answer as it came over the wire: its raw head, and its headers with names in lower case. */
export type WireAnswer = {
  readonly status: number
  readonly head: string
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** Splits what a server sends into answers; an incomplete one waits for more. Interim answers (1xx) are left out. */
export function answerReader(): (bytes: Buffer) => WireAnswer[] {
  let waiting = ''
  return (bytes) => {
    waiting += bytes.toString('latin1')
    const answers: WireAnswer[] = []
    for (let first = firstIn(waiting); first; first = firstIn(waiting)) {
      waiting = waiting.slice(first.length)
      if (first.answer.status >= 200) answers.push(first.answer)
    }
    return answers
  }
}

function firstIn(bytes: string): { answer: WireAnswer; length: number } | undefined {
  const headLength = bytes.indexOf('\r\n\r\n') + 4
  if (headLength < 4) return undefined
  const head = bytes.slice(0, headLength)
  const [first = '', ...lines] = head.trimEnd().split('\r\n')
  const headers = Object.fromEntries(lines.map(headerIn))
  const length = headLength + Number(headers['content-length'] ?? 0)
  if (bytes.length < length) return undefined
  const text = Buffer.from(bytes.slice(headLength, length), 'latin1').toString()
  return { answer: { status: statusIn(first), head, headers, text }, length }
}

function headerIn(line: string): [name: string, value: string] {
  const colon = line.indexOf(': ')
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 2)]
}

function statusIn(line: string): number {
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(line) ?? []
  if (status === undefined) throw new Error(`no answer of HTTP/1.1: ${JSON.stringify(line.slice(0, 200))}`)
  return Number(status)
}
