import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { got } from 'got'
import { type SimulatorOptions, startSimulator } from '../../adapters/simulator/simulator.ts'

/** Closes what the tests have opened; for `afterEach`. */
export async function closeOpened() {
  for (const close of opened.splice(0)) await close()
}

const opened: (() => Promise<unknown>)[] = []

/** Starts a simulator that approves in 20 ms. */
export async function openSimulator(options: SimulatorOptions = {}) {
  const simulator = await startSimulator({ approvalMs: 20, ...options })
  opened.push(simulator.close)
  return simulator
}

/** A client that judges nothing and keeps no connection. */
export const http = got.extend({ throwHttpErrors: false, retry: { limit: 0 }, agent: { http: false } })

/** What a client was answered; the body is empty unless it is JSON. */
export function seen({ statusCode, body, headers }: { statusCode: number; body: string; headers: object }) {
  const isJson = 'content-type' in headers && String(headers['content-type']).startsWith('application/json')
  return { status: statusCode, text: body, body: isJson ? JSON.parse(body) : {} }
}

/** Someone who is called back: it notes every call, and answers with `status` and these headers. */
export async function openReceiver({ status = 200, headers = {} } = {}) {
  const calls: { method: string | undefined; url: string | undefined; body: unknown }[] = []
  const texts: string[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const piece of request) text += piece
    texts.push(text)
    calls.push({ method: request.method, url: request.url, body: JSON.parse(text) })
    response.writeHead(status, headers).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  opened.push(async () => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, calls, texts, to: (path: string) => calls.filter((call) => call.url === path) }
}

/** Waits until it is so. */
export async function until(isSo: () => boolean) {
  while (!isSo()) await pause(5)
}
