import type { Context } from 'koa'

/** A network's reaction to an HTTP request: it answers, or it cuts the connection without an answer. */
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

/** A file from the network's portal. */
export function csv(body: string): SimulatedAnswer {
  return { status: 200, type: 'text/csv', body }
}

/** The answer of a firewall in front of the network: a web page, with status 200. */
export const webPage: SimulatedAnswer = {
  status: 200,
  type: 'text/html',
  body: '<html><head><title>Request Rejected</title></head><body>The request was rejected.</body></html>',
}

/** A 500 without information about the payment. */
export const meaningless: SimulatedAnswer = { status: 500, type: 'text/plain', body: 'Internal Server Error' }

/** The answer of a gateway in front of the network to too many requests: clients must pause for a second. */
export const pauseAsked: SimulatedAnswer = {
  status: 429,
  type: 'text/plain',
  body: 'Too Many Requests',
  retryAfterSeconds: 1,
}
