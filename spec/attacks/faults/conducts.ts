import type { ServerResponse } from 'node:http'
import type { Reply } from './dialects.ts'
import type { Call, Conduct } from './networkTrouble.ts'

/** Performs the request and answers as usual. */
export const dutifully: Conduct = async ({ perform, response }) => answer(response, await perform())

/** Resets the connection after the head of the request, and performs nothing. */
export const resetsAtOnce: Conduct = ({ socket }) => socket.resetAndDestroy()

/** Performs the request and resets the connection without an answer. */
export const doesAndResets: Conduct = async ({ perform, socket }) => {
  await perform()
  socket.resetAndDestroy()
}

/** Performs the request and closes the connection without an answer. */
export const doesAndCloses: Conduct = async ({ perform, socket }) => {
  await perform()
  socket.end()
}

/** Performs the request and resets the connection after the head of the answer. */
export const resetsAfterTheHead: Conduct = async (call) => {
  await begin(call)
  setTimeout(() => call.socket.resetAndDestroy(), 20)
}

/** Performs the request and resets the connection before the last byte of the answer. */
export const resetsInTheBody: Conduct = async (call) => {
  const body = await begin(call)
  call.response.write(body.slice(0, -1))
  setTimeout(() => call.socket.resetAndDestroy(), 20)
}

/** Performs the request and closes the connection before the chunk that ends the answer. */
export const closesInTheBody: Conduct = async ({ perform, response, socket }) => {
  const { status, body } = await perform()
  response.writeHead(status).write(`${body} `)
  setTimeout(() => socket.end(), 20)
}

/** Performs the request and answers, then sends a space every ten milliseconds. */
export const trickles: Conduct = async ({ perform, response }) => {
  const { status, body } = await perform()
  response.writeHead(status).write(body)
  const trickle = setInterval(() => response.write(' '), 10)
  response.once('close', () => clearInterval(trickle))
}

/** Performs the request and does not answer. */
export const keepsSilent: Conduct = ({ perform }) => perform()

/** Performs the request and answers when the gateway no longer waits. */
export const answersTooLate: Conduct = async ({ perform, response }) => {
  const reply = await perform()
  response.once('close', () => answer(response, reply))
}

/** Performs the request and answers with a longer body than the gateway reads. */
export const answersTooMuch: Conduct = async ({ perform, response }) => {
  const { status, body } = await perform()
  answer(response, { status, body: body + ' '.repeat(70_000) })
}

/** Performs the request and answers with longer headers than the gateway reads. */
export const answersUnderTooMuch: Conduct = async ({ perform, response }) => {
  const { status, body } = await perform()
  response.writeHead(status, { 'x-notice': 'a'.repeat(20_000) }).end(body)
}

/** Performs the request and answers something else. */
export function doesAndSays(reply: Reply): Conduct {
  return async ({ perform, response }) => {
    await perform()
    answer(response, reply)
  }
}

/** Reads the request, performs nothing and sends this answer. */
export function says(reply: Reply | ((call: Call) => Reply)): Conduct {
  return async (call) => {
    await call.read()
    answer(call.response, typeof reply === 'function' ? reply(call) : reply)
  }
}

/** Refuses credentials. */
export const deniesToken = says(({ dialect }) => dialect.deniesToken)

/** Refuses a request in words that are documented to mean that nothing was done. */
export const refusal = says(({ dialect }) => dialect.finalRefusal)

/** Refuses a request in those words, but with another status. */
export const misplacedRefusal = says(({ dialect }) => dialect.misplacedRefusal)

/** Treats every token as expired. */
export const tokenStaysExpired = says(({ dialect }) => dialect.expiredToken)

/** Treats the first token as expired. */
export const tokenExpires: Conduct = (call) => (call.nth === 1 ? tokenStaysExpired(call) : dutifully(call))

/** Tries the payment, and answers that it failed for business reasons. */
export const failsAndSaysWhy: Conduct = async ({ dialect, kind, fail, response }) => {
  await fail()
  answer(response, dialect.businessRefusal(kind))
}

/** A web page with this status, as a proxy in front of a network answers. */
export const page = (status: number): Reply => ({ status, body: '<html><title>Request Rejected</title></html>' })

/** A status and nothing else. */
export const bare = (status: number): Reply => ({ status, body: '' })

/** Performs the request and sends the head of the answer; resolves with the body, at least one byte long. */
async function begin({ perform, response }: Call): Promise<string> {
  const reply = await perform()
  const body = `${reply.body} `
  response.writeHead(reply.status, { 'content-length': body.length }).flushHeaders()
  return body
}

function answer(response: ServerResponse, { status, body }: Reply) {
  response.writeHead(status).end(body)
}
