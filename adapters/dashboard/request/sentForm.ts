import type { NextTurn } from '../../../core/sente.ts'
import type { SentForm } from './form.ts'

/** Why a form is not read. */
export type UnreadForm = 'tooLarge' | 'malformed'

/** How many fields or parts a form can have; the most are in one that corrects the lines of a batch. */
const mostFields = 500

/** How many bytes may be before the content of a part, and how many are looked through in one turn. */
const [mostHeadBytes, bytesAtOnce] = [1_024, 131_072]

/** Reads a form that was sent as `application/x-www-form-urlencoded`. A name is a name, also one such as `a[b]`. */
export function urlEncodedForm(bytes: Buffer): SentForm | UnreadForm {
  if (placesIn(bytes, '&', mostFields).length === mostFields) return 'tooLarge'
  return sentForm([...new URLSearchParams(bytes.toString())])
}

/** Reads a form that was sent in parts, as browsers write it (RFC 7578), with the boundary that its content type has. */
export async function multipartForm(
  bytes: Buffer,
  contentType: string,
  nextTurn: NextTurn,
): Promise<SentForm | UnreadForm> {
  const boundary = /;\s*boundary="?([\w'()+,./:=?-]{1,70})"?\s*$/i.exec(contentType)?.[1]
  if (boundary === undefined) return 'malformed'
  const places = await placesInTurns(bytes, `--${boundary}`, nextTurn)
  if (places.length > mostFields + 1) return 'tooLarge'
  const between = places.map((place, nth) => bytes.subarray(place + boundary.length + 2, places[nth + 1]))
  const ending = between.pop()?.subarray(0, 4).toString() ?? ''
  const parts = between.map(partIn)
  const isWhole = places[0] === 0 && /^--(\r\n)?$/.test(ending) && parts.every((part) => part !== undefined)
  return isWhole ? sentForm(parts) : 'malformed'
}

/** The name and the content of a part. Between two boundaries stand its headers, an empty line, and the content. */
function partIn(between: Buffer): readonly [name: string, content: string | Buffer] | undefined {
  const end = between.subarray(0, mostHeadBytes).indexOf('\r\n\r\n')
  const [from, to] = [end + 4, between.length - 2]
  if (end < 0 || to < from || between.subarray(to).toString() !== '\r\n') return undefined
  const named = /^content-disposition: form-data; name="([^"]*)"(; filename="[^"]*")?$/i
  const headers = between.subarray(0, end).toString().split('\r\n')
  const [, name, fileName] = headers.map((header) => named.exec(header)).find((found) => found !== null) ?? []
  const content = between.subarray(from, to)
  return name === undefined ? undefined : [name, fileName === undefined ? content.toString() : content]
}

/** The form of some fields and files. A text with the character NUL is malformed: nobody writes it, and PostgreSQL keeps none. */
function sentForm(entries: readonly (readonly [name: string, content: string | Buffer])[]): SentForm | UnreadForm {
  const [fields, files] = [new Map<string, string[]>(), new Map<string, Buffer>()]
  for (const [name, content] of entries) {
    if (typeof content !== 'string') {
      files.set(name, content)
      continue
    }
    if (content.includes('\0')) return 'malformed'
    const values = fields.get(name)
    if (values) values.push(content)
    else fields.set(name, [content])
  }
  return { fields, files }
}

/** Where a text stands in bytes that may be many: once more than there can be, no further places. */
async function placesInTurns(bytes: Buffer, text: string, nextTurn: NextTurn): Promise<readonly number[]> {
  const places: number[] = []
  for (let from = 0; from < bytes.length && places.length <= mostFields + 1; from += bytesAtOnce) {
    await nextTurn()
    const some = bytes.subarray(from, from + bytesAtOnce + text.length - 1)
    places.push(...placesIn(some, text, mostFields + 2).map((place) => from + place))
  }
  return places
}

/** Where a text stands in bytes, as far as the first `most` places. */
function placesIn(bytes: Buffer, text: string, most: number): readonly number[] {
  const places: number[] = []
  for (let at = bytes.indexOf(text); at >= 0 && places.length < most; at = bytes.indexOf(text, at + text.length))
    places.push(at)
  return places
}
