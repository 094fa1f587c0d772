import { StringDecoder } from 'node:string_decoder'
import { MIMEType } from 'node:util'
import { Dicer } from '@fastify/busboy'
import type { NextTurn } from '../../../core/sente.ts'
import type { SentForm } from './form.ts'

/** The reason why a form is not read. */
export type UnreadForm = 'tooLarge' | 'malformed'

/** The most fields or parts of a form; a form that corrects the lines of a batch has the most. */
const mostFields = 500

/** The most headers of a part, and the most bytes of them, with the line breaks before them. */
const [mostHeaders, mostHeadBytes] = [20, 1_020]

/** How many bytes of parts are read in one turn; fewer if they could contain more than the most parts. */
const mostBytesATurn = 32_768

/** Reads a form in `application/x-www-form-urlencoded`. A name such as `a[b]` is a plain name. */
export function urlEncodedForm(bytes: Buffer): SentForm | UnreadForm {
  if (placesIn(bytes, '&', mostFields).length === mostFields) return 'tooLarge'
  return sentForm([...new URLSearchParams(bytes.toString())])
}

/** Reads a form in parts, in the browsers' format (RFC 7578), with the boundary in its content type. */
export async function multipartForm(
  bytes: Buffer,
  contentType: string,
  nextTurn: NextTurn,
): Promise<SentForm | UnreadForm> {
  const boundary = /;\s*boundary="?([\w'()+,./:=?-]{1,70})"?\s*(?:;|$)/i.exec(contentType)?.[1]
  if (boundary === undefined) return 'malformed'
  const parts: ReturnType<typeof partOf>[] = []
  const limits = { maxHeaderPairs: mostHeaders, maxHeaderSize: mostHeadBytes + 1, partHwm: bytes.length + 1 }
  const dicer = new Dicer({ boundary, ...limits }).on('part', (part) => parts.push(partOf(part)))
  const isWhole = new Promise((resolve) => dicer.on('finish', () => resolve(true)).on('error', () => resolve(false)))
  const bytesATurn = Math.min(mostBytesATurn, mostFields * `\r\n--${boundary}`.length)
  for (let from = 0; from < bytes.length; from += bytesATurn) {
    await nextTurn()
    dicer.write(bytes.subarray(from, from + bytesATurn))
    if (parts.length > mostFields) return 'tooLarge'
  }
  dicer.end()
  const entries = (await isWhole) ? await Promise.all(parts) : [undefined]
  return entries.every((entry) => entry !== undefined) ? sentForm(entries) : 'malformed'
}

type Entry = readonly [name: string, content: string | Buffer]

/** Collects a part while it is read, and decodes the pieces of a text; undefined if it is not a field of a form. */
function partOf(part: Dicer.PartStream): Promise<Entry | undefined> {
  const [pieces, decoder]: [Buffer[], StringDecoder] = [[], new StringDecoder()]
  let [field, text]: [ReturnType<typeof fieldOf>, string] = [undefined, '']
  return new Promise((resolve) => {
    part.on('header', (headers) => {
      field = fieldOf(headers as Headers)
    })
    part.on('data', (piece: Buffer) => {
      if (field?.isFile) pieces.push(piece)
      else text += decoder.write(piece)
    })
    part.on('end', () => resolve(field && [field.name, field.isFile ? Buffer.concat(pieces) : text + decoder.end()]))
    // The form has ended within the part, and its reader reports it.
    part.on('error', () => resolve(undefined))
  })
}

/** The headers of a part by their names, each letter of them a byte. */
type Headers = Readonly<Record<string, readonly string[]>>

/** The field of a part, and whether it is a file. File fields have a name even if no file was chosen. */
function fieldOf(headers: Headers): { readonly name: string; readonly isFile: boolean } | undefined {
  const lines = Object.entries(headers).flatMap(([header, values]) => values.map((value) => `\r\n${header}: ${value}`))
  if (lines.join('').length > mostHeadBytes) return undefined
  const [, said] = /^form-data\s*(;.*)$/is.exec(headers['content-disposition']?.[0] ?? '') ?? []
  if (said === undefined) return undefined
  const { params } = new MIMEType(`multipart/form-data${said}`)
  const name = params.get('name')
  const isFile = params.has('filename') || params.has('filename*')
  return name === null ? undefined : { name: Buffer.from(name, 'latin1').toString(), isFile }
}

/**
 * The form of some fields and files. A text with the character NUL is malformed: nobody writes it, and PostgreSQL
 * cannot store it.
 */
function sentForm(entries: readonly Entry[]): SentForm | UnreadForm {
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

/** The positions of a text in bytes, up to the first `most` ones. */
function placesIn(bytes: Buffer, text: string, most: number): readonly number[] {
  const paths: number[] = []
  for (let at = bytes.indexOf(text); at >= 0 && paths.length < most; at = bytes.indexOf(text, at + text.length))
    paths.push(at)
  return paths
}
