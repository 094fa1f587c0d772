#!/bin/sh
# Caddy 2.6.2, from Debian 12. Its `reverse_proxy` uses the HTTP client of Go, which has this rule.
#
# A header is for the server: the proxy's own conduct does not depend on it. If the server closes a connection that served before,
# once it has read a POST, Caddy answers 502. But if the POST has no body and a header `Idempotency-Key`, Caddy sends it again
# over a new connection, and passes on the second answer. A server that ignores this header carries the request out twice.
#
# Seen:
#   a body and a key: read 1 times, answered 502
#   neither: read 1 times, answered 502
#   a key, but no body: read 2 times, answered 201
#
# Remedy: `header_up -Idempotency-Key` in `reverse_proxy` if the server does not honour it.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
version=$(dpkg-query -W -f '${Version}' caddy 2> /dev/null || true)
[ "$version" = 2.6.2-5 ] || apt-get install -y --no-install-recommends caddy=2.6.2-5 > /dev/null

cat > meet.mjs <<'JS'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

// Reads each POST. It closes the connection without an answer if the connection has served before and the POST is the first
// for its path: as a server that dies once it has carried out a payment.
const read = []
const api = createServer(async (asked, answer) => {
  const isUsed = asked.socket.hasServed
  asked.socket.hasServed = true
  for await (const _ of asked);
  if (asked.method === 'POST') read.push(asked.url)
  const isFirst = read.filter((path) => path === asked.url).length === 1
  if (asked.method === 'POST' && isUsed && isFirst) asked.socket.destroy()
  else answer.writeHead(asked.method === 'POST' ? 201 : 200, { 'content-length': 0 }).end()
})
api.keepAliveTimeout = 60_000

const proxyPort = await freePort()
writeFileSync(
  'Caddyfile',
  `{
  admin off
  auto_https off
}
http://:${proxyPort} {
  bind 127.0.0.1
  reverse_proxy 127.0.0.1:${await listening(api)}
}
`,
)
const env = { ...process.env, XDG_DATA_HOME: process.cwd(), XDG_CONFIG_HOME: process.cwd() }
const proxy = spawn('caddy', ['run', '--config', 'Caddyfile'], { stdio: 'ignore', env })
await answers()

async function listening(server) {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return server.address().port
}

async function freePort() {
  const server = createServer()
  const port = await listening(server)
  server.close()
  return port
}

/** Resolves with the status and the Retry-After of an answer; with status 0 while nothing listens. */
async function sent(method, path, headers, body) {
  const asked = request({ host: '127.0.0.1', port: proxyPort, path, method, headers, agent: false }).end(body)
  try {
    const [answer] = await once(asked, 'response')
    answer.resume()
    return { status: answer.statusCode, retryAfter: answer.headers['retry-after'] ?? 'none' }
  } catch {
    return { status: 0 }
  }
}

async function answers() {
  for (let tries = 0; tries < 300; tries += 1) {
    if ((await sent('GET', '/', {})).status === 200) return
    await pause(100)
  }
  throw new Error('the proxy does not answer')
}

async function times(path, headers, body) {
  await sent('GET', '/', {})
  const { status } = await sent('POST', path, headers, body)
  return `read ${read.filter((each) => each === path).length} times, answered ${status}`
}

const key = { 'idempotency-key': 'payment-1' }
console.log(`a body and a key: ${await times('/payments', { 'content-length': 2, ...key }, '{}')}`)
console.log(`neither: ${await times('/batches/1/confirm', { 'content-length': 0 })}`)
console.log(`a key, but no body: ${await times('/batches/2/confirm', { 'content-length': 0, ...key })}`)
proxy.kill()
await once(proxy, 'exit')
process.exit()
JS
node meet.mjs > seen
cat seen
cat > wanted <<'TEXT'
a body and a key: read 1 times, answered 502
neither: read 1 times, answered 502
a key, but no body: read 2 times, answered 201
TEXT
cmp seen wanted || { echo 'it behaves otherwise now' >&2; exit 1; }
