import { gzipSync } from 'node:zlib'
import { headOf, type Merchant } from '../clients/merchant.ts'
import { type HostileRequest, keyOfMerchant, nextReference } from './requests.ts'

/** Writes a hostile request as bytes, one per character, for one merchant and with a reference of its own. */
export function bytesOf(request: HostileRequest, merchant: Merchant, reference: string): string {
  const body = spoilt(encoded(sourceOf(request, merchant, reference), request.encoding), request)
  const { operation, headers, chunks } = request
  const framing = chunks.length > 0 ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`
  const lines = [...headers, framing].map((line) => `${line}\r\n`).join('')
  return headOf(merchant, `POST /api/v1/${operation}`, lines) + (chunks.length > 0 ? chunked(body, chunks) : body)
}

function sourceOf({ fields, before, after }: HostileRequest, { publicKey }: Merchant, reference: string): string {
  const object = `{${fields.map(([name, value]) => `${name}:${value}`).join(',')}}`
  return `${before}${object.replaceAll(keyOfMerchant, publicKey).replaceAll(nextReference, reference)}${after}`
}

/** A body of 1 MB in a few bytes, for a server that inflates it. */
const bomb = gzipSync(`"${'0'.repeat(1_000_000)}"`).toString('latin1')

function encoded(source: string, encoding: HostileRequest['encoding']): string {
  const bytes = Buffer.from(source)
  switch (encoding) {
    case 'utf-8':
      return bytes.toString('latin1')
    case 'utf-16le':
      return Buffer.from(`\ufeff${source}`, 'utf16le').toString('latin1')
    case 'utf-16be':
      return Buffer.from(`\ufeff${source}`, 'utf16le').swap16().toString('latin1')
    case 'latin1':
      return Buffer.from(source, 'latin1').toString('latin1')
    case 'gzip':
      return gzipSync(bytes).toString('latin1')
    case 'bomb':
      return bomb
  }
}

function spoilt(bytes: string, { kept, inserted, insertedAt }: HostileRequest): string {
  const at = Math.floor(bytes.length * insertedAt)
  const all = bytes.slice(0, at) + inserted + bytes.slice(at)
  return all.slice(0, Math.ceil(all.length * kept))
}

function chunked(body: string, sizes: readonly number[]): string {
  const chunks: string[] = []
  for (let at = 0, index = 0; at < body.length; index += 1) {
    const chunk = body.slice(at, at + (sizes[index % sizes.length] ?? 1))
    chunks.push(`${chunk.length.toString(16)}\r\n${chunk}\r\n`)
    at += chunk.length
  }
  return `${chunks.join('')}0\r\n\r\n`
}
