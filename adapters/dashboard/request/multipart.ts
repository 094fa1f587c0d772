import bodyParser from 'koa-bodyparser'
import type { Context } from '../asked.ts'
import { type Form, formOf } from './form.ts'

/** Options of koa-bodyparser of which its types lack one: the bytes are kept as they came. */
type ParserOptions = bodyParser.Options & { encoding: null }

/** Makes what reads forms with files, which browsers send in parts (RFC 7578), from at most as many bytes. */
export function multipartReader(textLimit: string): (ctx: Context) => Promise<Form> {
  const options: ParserOptions = {
    ...{ enableTypes: ['text'], extendTypes: { text: ['multipart/form-data'] } },
    ...{ textLimit, encoding: null },
  }
  const parse = bodyParser(options)
  return async (ctx) => {
    const type = ctx.get('content-type')
    await parse(ctx, async () => {})
    const bytes = ctx.request.rawBody as unknown as Buffer
    const parts = await new Response(bytes as BodyInit, { headers: { 'content-type': type } }).formData()
    const fields: Record<string, string[]> = {}
    const files = new Map<string, Buffer>()
    for (const [name, value] of parts) {
      if (typeof value !== 'string') files.set(name, Buffer.from(await value.arrayBuffer()))
      else fields[name] = [...(fields[name] ?? []), value]
    }
    const single = Object.entries(fields).map(([name, values]) => [name, values.length === 1 ? values[0] : values])
    return formOf(Object.fromEntries(single), files)
  }
}
