#!/bin/sh
# Prism (@stoplight/prism-cli) 5.14.2 as `prism proxy --errors`, Node 20.
#
# A description can have two forms of an error: `application/json`, and RFC 9457's `application/problem+json`. A proxy that checks
# answers should check each by the schema of its own type. Prism checks a problem by the schema of `application/json`, if that
# type stands first, and turns a right answer into a violation (500).
#
# Seen:
#   application/json: 400 {"message":"too small"}
#   application/problem+json: 500 Request/Response not valid; Response body must have required property 'message'
#
# Remedy: describe one of the two types only, or use Prism without `--errors`.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund @stoplight/prism-cli@5.14.2 > /dev/null 2>&1

cat > openapi.json <<'JSON'
{
  "openapi": "3.1.0",
  "info": { "title": "Payments", "version": "1" },
  "paths": {
    "/payments": {
      "get": {
        "responses": {
          "400": {
            "description": "It is refused.",
            "content": {
              "application/json": {
                "schema": { "type": "object", "required": ["message"], "properties": { "message": { "type": "string" } } }
              },
              "application/problem+json": {
                "schema": { "type": "object", "required": ["title"], "properties": { "title": { "type": "string" } } }
              }
            }
          }
        }
      }
    }
  }
}
JSON
cat > meet.mjs <<'JS'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'

const bodies = { 'application/json': { message: 'too small' }, 'application/problem+json': { title: 'Too small' } }
const gateway = createServer(({ headers: { accept } }, response) => {
  response.writeHead(400, { 'Content-Type': accept }).end(JSON.stringify(bodies[accept]))
})
await once(gateway.listen(0, '127.0.0.1'), 'listening')
const to = `http://127.0.0.1:${gateway.address().port}`
const prism = spawn('node_modules/.bin/prism', ['proxy', 'openapi.json', to, '--errors', '--port', '0'], { detached: true })
try {
  let printed = ''
  prism.stdout.on('data', (data) => (printed += data))
  let url
  while (!(url = /listening on (http:\S+)/.exec(printed)?.[1])) await new Promise((resolve) => setTimeout(resolve, 100))
  for (const accept of Object.keys(bodies)) {
    const answer = await fetch(`${url}/payments`, { headers: { accept } })
    const body = await answer.json()
    const violation = body.validation?.map(({ message }) => message).join()
    console.log(`${accept}: ${answer.status} ${violation ? `${body.title}; ${violation}` : JSON.stringify(body)}`)
  }
} finally {
  process.kill(-prism.pid)
  gateway.close()
  gateway.closeAllConnections()
}
JS
node meet.mjs > seen
cat seen
cat > wanted <<'TEXT'
application/json: 400 {"message":"too small"}
application/problem+json: 500 Request/Response not valid; Response body must have required property 'message'
TEXT
cmp seen wanted || { echo 'it behaves otherwise now' >&2; exit 1; }
