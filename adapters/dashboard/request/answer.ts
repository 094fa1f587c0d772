import { Readable } from 'node:stream'
import type { Context } from '../asked.ts'
import type { Frame } from '../layout/document.tsx'
import { documentOf } from '../layout/document.tsx'
import { elsewherePage } from '../layout/errors.tsx'
import type { Answer, Cookies, Download, Shown } from '../page.ts'
import { cookieName } from './cookies.ts'

/** The rights of a page: to load our own style and script, to reload itself, and to send forms to us. */
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The headers of every page. `Referrer-Policy` leaves older browsers the `Origin` of our own forms. */
const headers = {
  'Content-Security-Policy': policy,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex',
}

/** Answers a request. */
export function answerWith(ctx: Context, answer: Answer, frame: Frame): void {
  ctx.set(headers)
  if ('fileName' in answer) {
    ctx.type = answer.type
    ctx.set('Content-Disposition', `attachment; filename="${answer.fileName}"`)
    ctx.body = Readable.from(answer.type.startsWith('text/csv') ? withByteOrderMark(answer.lines) : answer.lines)
    return
  }
  setCookies(ctx, answer.cookies)
  if ('seeOther' in answer) {
    ctx.status = 303
    ctx.set('Location', `${frame.base}${answer.seeOther}`)
    ctx.body = ''
    return
  }
  show(ctx, 'elsewhere' in answer ? elsewherePage(answer.elsewhere) : answer, frame)
}

/** Excel reads a CSV without a byte order mark in the encoding of its country. */
async function* withByteOrderMark(lines: Download['lines']): AsyncGenerator<string | Uint8Array> {
  yield '\ufeff'
  yield* lines
}

function show(ctx: Context, shown: Shown, frame: Frame): void {
  ctx.status = shown.status ?? 200
  if (shown.retryAfterSeconds !== undefined) ctx.set('Retry-After', String(shown.retryAfterSeconds))
  ctx.type = 'text/html; charset=utf-8'
  ctx.body = documentOf(shown, frame)
}

const ended = { value: '', maxAgeSeconds: 0, isSentFromElsewhere: undefined }

function setCookies(ctx: Context, cookies: Cookies = {}): void {
  const lines = Object.entries(cookies).map(([name, cookie]) => {
    const { value, maxAgeSeconds, isSentFromElsewhere } = cookie ?? ended
    const age = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`
    const site = isSentFromElsewhere ? 'Lax' : 'Strict'
    const secure = ctx.state.isOverTls ? '; Secure' : ''
    return `${cookieName(ctx, name)}=${value}; Path=/; HttpOnly; SameSite=${site}${age}${secure}`
  })
  if (lines.length > 0) ctx.set('Set-Cookie', lines)
}
