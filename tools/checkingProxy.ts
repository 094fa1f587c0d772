// A proxy that checks requests and answers with express-openapi-validator. Its arguments are a file with the description
// of the API, and the URL of the gateway. It prints its own URL. Instead of a request or an answer that does not fit,
// the client gets the validator's status and message.

import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'

// Required and not imported: their types need libraries that nothing else here needs.
const require = createRequire(import.meta.url)
const express = require('express')
const { middleware } = require('express-openapi-validator')

/** A request whose body has been read, as it came and as the validator reads it. */
type Asked = IncomingMessage & { originalUrl: string; body?: unknown; raw?: Buffer }
type Answer = ServerResponse & { status(status: number): Answer; json(body: unknown): void }

const [file = '', gateway = ''] = process.argv.slice(2)
const apiSpec = JSON.parse(readFileSync(file, 'utf8'))
const app = express().disable('x-powered-by').disable('etag')
app.use(express.raw({ type: () => true, limit: '6mb' }), readBody)
app.use(middleware({ apiSpec, validateResponses: true }), passOn)
app.use(refuse)
const server = app.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})

function readBody(asked: Asked, _: Answer, next: (error?: unknown) => void) {
  const raw = asked.body
  asked.body = undefined
  if (!Buffer.isBuffer(raw) || raw.length === 0) return next()
  asked.raw = raw
  const isJson = asked.headers['content-type']?.startsWith('application/json')
  asked.body = isJson ? JSON.parse(`${raw}`) : `${raw}`
  next()
}

async function passOn({ method = '', originalUrl, headers, raw }: Asked, answer: Answer) {
  const kept = Object.entries(headers).filter(([name]) => !['host', 'connection', 'content-length'].includes(name))
  const sent = {
    method,
    headers: kept as [string, string][],
    redirect: 'manual',
    body: raw ? new Uint8Array(raw) : null,
  } as const
  const { status, headers: answered, body } = await fetch(`${gateway}${originalUrl}`, sent)
  for (const [name, value] of answered)
    if (!['connection', 'content-length', 'content-encoding', 'keep-alive'].includes(name))
      answer.setHeader(name, value)
  const text = body ? await new Response(body).text() : ''
  if (/\bjson\b/.test(answered.get('content-type') ?? '')) answer.status(status).json(JSON.parse(text))
  else answer.status(status).end(text)
}

function refuse(error: { status?: number; message: string }, _: Asked, answer: Answer, __: unknown) {
  answer.removeHeader('content-type')
  answer.writeHead(error.status ?? 500).end(error.message)
}
