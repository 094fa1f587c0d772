#!/bin/sh
# kubb 4.39.3 (@kubb/plugin-client with `client: 'fetch'`), Node 20 and later.
#
# The description of an API names the type of each body. A generated client should send its bodies with that type. kubb's client
# over `fetch` sends JSON without a type, so `fetch` adds that of a text, `text/plain;charset=UTF-8`. A server that looks at the
# type, as the description lets it, refuses every such request (415), or finds no body in it.
#
# Seen:
#   described: application/json
#   sent: text/plain;charset=UTF-8, {"amount":500}
#
# Remedy: `setConfig({ headers: { 'Content-Type': 'application/json' } })`.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm pkg set type=module > /dev/null
npm install --silent --no-audit --no-fund @kubb/cli@4.39.3 @kubb/core@4.39.3 @kubb/plugin-client@4.39.3 \
  @kubb/plugin-oas@4.39.3 @kubb/plugin-ts@4.39.3 tsx@4.23.15 > /dev/null 2>&1

cat > openapi.json <<'JSON'
{
  "openapi": "3.1.0",
  "info": { "title": "Payments", "version": "1" },
  "paths": {
    "/payments": {
      "post": {
        "operationId": "pay",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": { "type": "object", "required": ["amount"], "properties": { "amount": { "type": "integer" } } }
            }
          }
        },
        "responses": { "204": { "description": "It is paid." } }
      }
    }
  }
}
JSON
cat > kubb.config.mjs <<'JS'
import { defineConfig } from '@kubb/core'
import { pluginClient } from '@kubb/plugin-client'
import { pluginOas } from '@kubb/plugin-oas'
import { pluginTs } from '@kubb/plugin-ts'

export default defineConfig({
  root: '.',
  input: { path: './openapi.json' },
  output: { path: './kubb', format: false, lint: false, extension: { '.ts': '' } },
  plugins: [pluginOas({ generators: [] }), pluginTs(), pluginClient({ client: 'fetch', bundle: true })],
})
JS
node_modules/.bin/kubb generate > kubb.log 2>&1

cat > meet.ts <<'TS'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setConfig } from './kubb/.kubb/fetch'
import { pay } from './kubb'

const server = createServer(async (request, response) => {
  console.log(`sent: ${request.headers['content-type']}, ${await text(request)}`)
  response.writeHead(204).end()
})
await once(server.listen(0, '127.0.0.1'), 'listening')
const { content } = JSON.parse(readFileSync('openapi.json', 'utf8')).paths['/payments'].post.requestBody
console.log(`described: ${Object.keys(content)}`)
setConfig({ baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
await pay({ amount: 500 })
server.close()
server.closeAllConnections()
TS
node --import tsx meet.ts > seen
cat seen
cat > wanted <<'TEXT'
described: application/json
sent: text/plain;charset=UTF-8, {"amount":500}
TEXT
cmp seen wanted || { echo 'it behaves otherwise now' >&2; exit 1; }
