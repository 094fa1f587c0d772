#!/bin/sh
# Varnish 7.1.1, from Debian 12.
#
# `503` with `Retry-After` says that a server could not handle a request now, and when to ask again (RFC 9110, sections 10.2.3 and
# 15.6.4). A server that has read a POST, and then takes longer than `first_byte_timeout`, may have carried it out: nginx, HAProxy,
# Caddy and Squid answer 504, without `Retry-After`. Varnish answers 503, with `Retry-After: 5`, of its own. A client that repeats a
# payment by these two, under a new reference, makes it twice.
#
# Seen:
#   the server read it 1 times
#   answered 503, Retry-After: 5
#
# Remedy: in `vcl_backend_error`, answer 504 without the header if the method is POST.
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

// Reads each POST, and never answers it.
const read = []
const api = createServer(async (asked, answer) => {
  for await (const _ of asked);
  if (asked.method === 'POST') read.push(asked.url)
  else answer.writeHead(200, { 'cache-control': 'no-store', 'content-length': 0 }).end()
})

const proxyPort = await freePort()
writeFileSync('default.vcl', `vcl 4.1; backend api { .host = "127.0.0.1"; .port = "${await listening(api)}"; .first_byte_timeout = 2s; }`)
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

const { status, retryAfter } = await sent('POST', '/payments', { 'content-length': 2 }, '{}')
console.log(`the server read it ${read.length} times`)
console.log(`answered ${status}, Retry-After: ${retryAfter}`)
proxy.kill()
await once(proxy, 'exit')
process.exit()
JS
node meet.mjs > seen
cat seen
cat > wanted <<'TEXT'
the server read it 1 times
answered 503, Retry-After: 5
TEXT
cmp seen wanted || { echo 'it behaves otherwise now' >&2; exit 1; }
