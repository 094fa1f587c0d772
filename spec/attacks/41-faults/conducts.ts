import type { ServerResponse } from 'node:http'
import type { Said } from './dialects.ts'
import type { Call, Conduct } from './networkTrouble.ts'

/** Does what is asked and says so. */
export const dutifully: Conduct = async ({ perform, response }) => answer(response, await perform())

/** Resets the connection when it has read the head of the request, and does nothing. */
export const resetsAtOnce: Conduct = ({ socket }) => socket.resetAndDestroy()

/** Does what is asked and resets the connection without an answer. */
export const doesAndResets: Conduct = async ({ perform, socket }) => {
  await perform()
  socket.resetAndDestroy()
}

/** Does what is asked and closes the connection without an answer. */
export const doesAndCloses: Conduct = async ({ perform, socket }) => {
  await perform()
  socket.end()
}

/** Does what is asked, says so in the head of an answer and resets the connection. */
export const resetsAfterTheHead: Conduct = async (call) => {
  await begin(call)
  setTimeout(() => call.socket.resetAndDestroy(), 20)
}

/** Does what is asked and resets the connection when the last byte of its answer is missing. */
export const resetsInTheBody: Conduct = async (call) => {
  const body = await begin(call)
  call.response.write(body.slice(0, -1))
  setTimeout(() => call.socket.resetAndDestroy(), 20)
}

/** Does what is asked and closes the connection without having said that its answer is whole. */
export const closesInTheBody: Conduct = async ({ perform, response, socket }) => {
  const { status, body } = await perform()
  response.writeHead(status).write(`${body} `)
  setTimeout(() => socket.end(), 20)
}

/** Does what is asked and says so, and then a space every ten milliseconds. */
export const trickles: Conduct = async ({ perform, response }) => {
  const { status, body } = await perform()
  response.writeHead(status).write(body)
  const trickle = setInterval(() => response.write(' '), 10)
  response.once('close', () => clearInterval(trickle))
}

/** Does what is asked and says nothing. */
export const keepsSilent: Conduct = ({ perform }) => perform()

/** Does what is asked and says so when nobody waits any more. */
export const answersTooLate: Conduct = async ({ perform, response }) => {
  const said = await perform()
  response.once('close', () => answer(response, said))
}

/** Does what is asked and says so at more length than is read. */
export const answersTooMuch: Conduct = async ({ perform, response }) => {
  const { status, body } = await perform()
  answer(response, { status, body: body + ' '.repeat(70_000) })
}

/** Does what is asked and says so under a longer head than is read. */
export const answersUnderTooMuch: Conduct = async ({ perform, response }) => {
  const { status, body } = await perform()
  response.writeHead(status, { 'x-notice': 'a'.repeat(20_000) }).end(body)
}

/** Does what is asked and answers something else. */
export function doesAndSays(said: Said): Conduct {
  return async ({ perform, response }) => {
    await perform()
    answer(response, said)
  }
}

/** Reads the request, does nothing and answers so. */
export function says(said: Said | ((call: Call) => Said)): Conduct {
  return async (call) => {
    await call.read()
    answer(call.response, typeof said === 'function' ? said(call) : said)
  }
}

/** Refuses credentials. */
export const deniesToken = says(({ dialect }) => dialect.deniesToken)

/** Refuses a request in words that are documented to mean that nothing was done. */
export const refusal = says(({ dialect }) => dialect.finalRefusal)

/** Refuses a request in those words, but with another status. */
export const misplacedRefusal = says(({ dialect }) => dialect.misplacedRefusal)

/** Finds every token expired. */
export const tokenStaysExpired = says(({ dialect }) => dialect.expiredToken)

/** Finds the first token expired. */
export const tokenExpires: Conduct = (call) => (call.nth === 1 ? tokenStaysExpired(call) : dutifully(call))

/** Tries the payment, fails for business reasons and says so. */
export const failsAndSaysWhy: Conduct = async ({ dialect, kind, fail, response }) => {
  await fail()
  answer(response, dialect.businessRefusal(kind))
}

/** A web page with this status, as what stands in front of a network answers. */
export const page = (status: number): Said => ({ status, body: '<html><title>Request Rejected</title></html>' })

/** A status and nothing else. */
export const bare = (status: number): Said => ({ status, body: '' })

/** Does what is asked and sends the head of the answer; resolves with the body, which is at least a byte long. */
async function begin({ perform, response }: Call): Promise<string> {
  const said = await perform()
  const body = `${said.body} `
  response.writeHead(said.status, { 'content-length': body.length }).flushHeaders()
  return body
}

function answer(response: ServerResponse, { status, body }: Said) {
  response.writeHead(status).end(body)
}
