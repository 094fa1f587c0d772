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
    for (;;) {
      const headLength = waiting.indexOf('\r\n\r\n') + 4
      if (headLength < 4) return answers
      const head = waiting.slice(0, headLength)
      const [first = '', ...lines] = head.trimEnd().split('\r\n')
      const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(first) ?? []
      if (status === undefined) throw new Error(`no answer of HTTP/1.1: ${JSON.stringify(first.slice(0, 200))}`)
      const headers = Object.fromEntries(lines.map(headerIn))
      const length = headLength + Number(headers['content-length'] ?? 0)
      if (waiting.length < length) return answers
      const text = Buffer.from(waiting.slice(headLength, length), 'latin1').toString()
      if (Number(status) >= 200) answers.push({ status: Number(status), head, headers, text })
      waiting = waiting.slice(length)
    }
  }
}

function headerIn(line: string): [name: string, value: string] {
  const colon = line.indexOf(': ')
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 2)]
}
