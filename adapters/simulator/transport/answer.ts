import type { Context } from 'koa'

/** What a network does with an HTTP request: it answers, or it cuts the connection without an answer. */
export type SimulatedAnswer =
  | {
      readonly status: number
      readonly body: object | string
      readonly type?: string
      readonly retryAfterSeconds?: number
    }
  | 'cut'

/** Sends an answer. */
export function send(ctx: Context, answer: SimulatedAnswer): void {
  if (answer === 'cut') {
    ctx.respond = false
    ctx.req.socket.destroy()
    return
  }
  ctx.status = answer.status
  if (answer.type) ctx.type = answer.type
  if (answer.retryAfterSeconds) ctx.set('Retry-After', String(answer.retryAfterSeconds))
  ctx.body = answer.body
}

/** A file that the network's portal gives out. */
export function csv(body: string): SimulatedAnswer {
  return { status: 200, type: 'text/csv', body }
}

/** What a firewall in front of the network answers: a web page, with status 200. */
export const webPage: SimulatedAnswer = {
  status: 200,
  type: 'text/html',
  body: '<html><head><title>Request Rejected</title></head><body>The request was rejected.</body></html>',
}

/** A 500 that says nothing about the payment. */
export const meaningless: SimulatedAnswer = { status: 500, type: 'text/plain', body: 'Internal Server Error' }

/** What a gateway in front of the network answers when it has had too many requests: no client is to send for a second. */
export const pauseAsked: SimulatedAnswer = {
  status: 429,
  type: 'text/plain',
  body: 'Too Many Requests',
  retryAfterSeconds: 1,
}
