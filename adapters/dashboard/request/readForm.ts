import bodyParser from 'koa-bodyparser'
import type { NextTurn } from '../../../core/sente.ts'
import type { Context } from '../asked.ts'
import type { Page } from '../page.ts'
import { type Form, formOf } from './form.ts'
import { multipartForm, type UnreadForm, urlEncodedForm } from './sentForm.ts'
import { uploadedForm } from './upload.ts'

/** An option of koa-bodyparser that its types lack: the bytes are kept unchanged. */
type ParserOptions = bodyParser.Options & { encoding: null }

/** The encodings of browsers' forms, and the largest size of each. Forms of 2 MB are read without decoding them. */
const receivers = { urlencoded: receiver('urlencoded', '16kb'), multipart: receiver('multipart', '2mb') }

function receiver(type: string, textLimit: string) {
  const options: ParserOptions = { enableTypes: ['text'], extendTypes: { text: [type] }, textLimit, encoding: null }
  return bodyParser(options)
}

/** Reads the form of a request, or returns the reason why it is unreadable. */
export type ReadForm = (ctx: Context, nextTurn: NextTurn) => Promise<Form | UnreadForm>

/**
 * Makes the reader of a page's form. It accepts as many bytes as the form may have, and reads them in turns once all
 * are there.
 */
export function formReader({ isLarge, takesUpload }: Pick<Page, 'isLarge' | 'takesUpload'>): ReadForm {
  const types = isLarge ? ['urlencoded', 'multipart'] : ['urlencoded']
  return async (ctx, nextTurn) => {
    try {
      if (takesUpload && ctx.is('multipart')) {
        const sent = await uploadedForm(ctx)
        return typeof sent === 'string' ? sent : formOf(sent)
      }
      const type = ctx.is(types) as keyof typeof receivers | false | null
      if (type) await receivers[type](ctx, async () => {})
      // The parser sets nothing for a request without a body.
      const bytes = (ctx.request.rawBody as unknown as Buffer | undefined) ?? Buffer.alloc(0)
      await nextTurn()
      const isInParts = type === 'multipart'
      const sent = isInParts ? await multipartForm(bytes, ctx.get('content-type'), nextTurn) : urlEncodedForm(bytes)
      return typeof sent === 'string' ? sent : formOf(sent)
    } catch (error) {
      return (error as { status?: number }).status === 413 ? 'tooLarge' : 'malformed'
    } finally {
      // The rest of a form that is too large is read and discarded, so that the connection stays usable.
      ctx.req.resume()
    }
  }
}
