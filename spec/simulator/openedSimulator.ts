import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { got } from 'got'
import { type SimulatorOptions, startSimulator } from '../../adapters/simulator/simulator.ts'
import { afterwards } from '../fixtures/endings.ts'

/** The two simulated operations, in sente's words. */
export const operations = ['collection', 'payout'] as const
export type Operation = (typeof operations)[number]

/** Closes an example's servers before it ends. */
export async function closeOpened() {
  for (const close of opened.splice(0)) await close()
}

const opened: (() => Promise<unknown>)[] = []

function openedNow(close: () => Promise<unknown>) {
  let closing: Promise<unknown> | undefined
  const closeOnce = async () => {
    closing ??= close()
    await closing
  }
  opened.push(closeOnce)
  afterwards(closeOnce)
}

/** Starts a simulator that approves in 20 ms. */
export async function openSimulator(options: SimulatorOptions = {}) {
  const simulator = await startSimulator({ approvalMs: 20, ...options })
  openedNow(simulator.close)
  return simulator
}

/** An HTTP client that does not throw at any status, does not retry and keeps no connection. */
export const http = got.extend({ throwHttpErrors: false, retry: { limit: 0 }, agent: { http: false } })

/** An answer of a network. */
export type Answer = ReturnType<typeof seen>

/** The tested parts of an answer; the body is empty unless it is JSON. */
export function seen({ statusCode, body, headers }: { statusCode: number; body: string; headers: object }) {
  const isJson = 'content-type' in headers && String(headers['content-type']).startsWith('application/json')
  const retryAfter = 'retry-after' in headers ? headers['retry-after'] : undefined
  const type = 'content-type' in headers ? headers['content-type'] : undefined
  return { status: statusCode, type, retryAfter, text: body, body: isJson ? JSON.parse(body) : {} }
}

/** A received callback. */
export type Call = ReturnType<typeof callOf>

/** A receiver of callbacks, with the received ones. */
export type Receiver = Awaited<ReturnType<typeof openReceiver>>

/** Starts a receiver of callbacks that answers each with `status` and these headers. */
export async function openReceiver({ status = 200, headers = {} } = {}) {
  const calls: Call[] = []
  const texts: string[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const piece of request) text += piece
    texts.push(text)
    calls.push(callOf(request, text))
    response.writeHead(status, headers).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  openedNow(async () => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, calls, texts }
}

function callOf({ method, url }: IncomingMessage, text: string) {
  return { method, url, body: JSON.parse(text) }
}

/** Enquires until the payment is no longer open; resolves with the last answer. */
export async function untilEnded<T>(enquire: () => Promise<T>, isOpen: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await enquire()
    if (!isOpen(answer)) return answer
    await pause(5)
  }
}
