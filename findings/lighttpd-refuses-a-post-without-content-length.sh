#!/bin/sh
# lighttpd 1.4.69, from Debian 12, as a reverse proxy.
#
# A request without `Content-Length` and `Transfer-Encoding` has no body: its length is zero (RFC 9112, section 6.3). `curl -X POST`
# sends a POST like that. nginx, HAProxy, Apache, Caddy, Squid and Varnish pass it on. lighttpd answers 411 itself, and the server
# never sees it. It passes on a PUT of the same form, and a POST with `Content-Length: 0`.
#
# Seen:
#   POST, Content-Length: 0: answered 201, the server saw it
#   POST, no length: answered 411, the server did not see it
#   PUT, no length: answered 201, the server saw it
#
# Remedy: send `Content-Length: 0`; in curl, `-d ''`.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
version=$(dpkg-query -W -f '${Version}' lighttpd 2> /dev/null || true)
[ "$version" = 1.4.69-1 ] || apt-get install -y --no-install-recommends lighttpd=1.4.69-1 > /dev/null

cat > meet.mjs <<'JS'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { createServer, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

const seen = []
const api = createServer((asked, answer) => {
  seen.push(asked.url)
  answer.writeHead(asked.method === 'GET' ? 200 : 201, { 'content-length': 0 }).end()
})

const proxyPort = await freePort()
writeFileSync(
  'lighttpd.conf',
  `server.document-root = "${process.cwd()}"
server.bind = "127.0.0.1"
server.port = ${proxyPort}
server.modules = ("mod_proxy")
proxy.server = ("" => (("host" => "127.0.0.1", "port" => ${await listening(api)})))
`,
)
const proxy = spawn('lighttpd', ['-D', '-f', 'lighttpd.conf'], { stdio: 'ignore' })
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

/** Sends a request exactly as it is written here, without a body. */
async function bare(method, path, length = '') {
  const socket = createConnection(proxyPort, '127.0.0.1')
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: api\r\n${length}Connection: close\r\n\r\n`)
  let text = ''
  for await (const part of socket) text += part
  return `answered ${text.slice(9, 12)}, the server ${seen.includes(path) ? 'saw' : 'did not see'} it`
}

console.log(`POST, Content-Length: 0: ${await bare('POST', '/1', 'Content-Length: 0\r\n')}`)
console.log(`POST, no length: ${await bare('POST', '/2')}`)
console.log(`PUT, no length: ${await bare('PUT', '/3')}`)
proxy.kill()
await once(proxy, 'exit')
process.exit()
JS
node meet.mjs > seen
cat seen
cat > wanted <<'TEXT'
POST, Content-Length: 0: answered 201, the server saw it
POST, no length: answered 411, the server did not see it
PUT, no length: answered 201, the server saw it
TEXT
cmp seen wanted || { echo 'it behaves otherwise now' >&2; exit 1; }
