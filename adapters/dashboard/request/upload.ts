import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'
import type { Context } from '../asked.ts'
import type { SentForm, Upload } from './form.ts'
import type { UnreadForm } from './sentForm.ts'

/** The largest file, in bytes, and the largest field beside it. */
export const mostUploaded = 16 * 1_048_576
const mostFieldBytes = 16_384

/** Reads a form in parts with up to two files, which are written into a temporary folder while they arrive. */
export async function uploadedForm(ctx: Context): Promise<SentForm | UnreadForm> {
  const folder = await mkdtemp(join(tmpdir(), 'sente-upload-'))
  ctx.res.once('close', () => void rm(folder, { recursive: true, force: true }).catch(() => {}))
  const fields = new Map<string, string[]>()
  const uploads = new Map<string, Upload>()
  const writing: Promise<unknown>[] = []
  let refused: UnreadForm | undefined
  const limits = { files: 2, fileSize: mostUploaded, fields: 50, fieldSize: mostFieldBytes, headerPairs: 20 }
  const busboy = new Busboy({ headers: ctx.headers as { 'content-type': string }, limits })
  busboy.on('file', (name: string, file: Readable & { truncated?: boolean }, fileName: string) => {
    const path = join(folder, String(writing.length))
    uploads.set(name, { path, fileName: (fileName ?? '').replace(/^.*[/\\]/, '').slice(0, 200) })
    file.once('limit', () => {
      refused = 'tooLarge'
    })
    writing.push(pipeline(file, createWriteStream(path, { mode: 0o600 })))
  })
  busboy.on('field', (name: string, value: string, _: unknown, isCut: boolean) => {
    if (isCut) refused = 'tooLarge'
    if (value.includes('\0')) refused = 'malformed'
    fields.set(name, [...(fields.get(name) ?? []), value])
  })
  for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) {
    busboy.on(limit, () => {
      refused = 'tooLarge'
    })
  }
  try {
    await pipeline(ctx.req, busboy)
    await Promise.all(writing)
  } catch {
    return 'malformed'
  }
  return refused ?? { fields, files: new Map(), uploads }
}
