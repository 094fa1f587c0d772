#!/bin/sh
# Varnish 7.1.1, from Debian 12.
#
# A POST is not idempotent: a proxy must not repeat it by itself (RFC 9110, section 9.2.2). An API has POSTs without a body, such
# as the confirmation of a batch. If the server closes a connection that served before, once it has read such a request,
# Varnish sends it again over a new one, and passes on the second answer. A POST with a body is sent once, and answered 503.
#
# Seen:
#   with a body: read 1 times, answered 503
#   without a body: read 2 times, answered 201
#
# Remedy: `return (pipe)` for POST in `vcl_recv`, or an identifier in each POST that the server knows again.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
version=$(dpkg-query -W -f '${Version}' varnish 2> /dev/null || true)
[ "$version" = 7.1.1-2+deb12u1 ] || apt-get install -y --no-install-recommends varnish=7.1.1-2+deb12u1 > /dev/null

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
  else answer.writeHead(asked.method === 'POST' ? 201 : 200, { 'cache-control': 'no-store', 'content-length': 0 }).end()
})
api.keepAliveTimeout = 60_000

const proxyPort = await freePort()
writeFileSync('default.vcl', `vcl 4.1; backend api { .host = "127.0.0.1"; .port = "${await listening(api)}"; }`)
const storage = ['-j', 'none', '-s', 'malloc,16m', '-n', `${process.cwd()}/varnish`]
const proxy = spawn('varnishd', ['-F', '-a', `127.0.0.1:${proxyPort}`, '-f', `${process.cwd()}/default.vcl`, ...storage], {
  stdio: 'ignore',
})
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

console.log(`with a body: ${await times('/payments', { 'content-length': 2 }, '{}')}`)
console.log(`without a body: ${await times('/batches/1/confirm', { 'content-length': 0 })}`)
proxy.kill()
await once(proxy, 'exit')
process.exit()
JS
node meet.mjs > seen
cat seen
cat > wanted <<'TEXT'
with a body: read 1 times, answered 503
without a body: read 2 times, answered 201
TEXT
cmp seen wanted || { echo 'it behaves otherwise now' >&2; exit 1; }
