#!/bin/sh
# mobilemoney.js 0.0.4, Node 20 and later.
#
# A media type may have blanks around the semicolon before a parameter, and its parameters' values may be quoted (RFC 9110,
# 5.6.6 and 8.3.1): all of these types are JSON. This client of MTN MoMo compares the text of the header. It parses
# `application/json` and `application/json;charset=utf-8`, and returns any other answer as text, without an error. A server that
# writes a blank, as most frameworks do, seems to have made no key and no token.
#
# Seen:
#   application/json: a key
#   application/json;charset=utf-8: a key
#   application/json; charset=utf-8: text
#   application/json;charset="utf-8": text
#   application/json;charset=UTF-8: text
#
# Remedy: a server for this client writes one of the first two. A program parses an answer that is a text itself.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts mobilemoney.js@0.0.4 > /dev/null

cat > meet.js <<'JS'
const { once } = require('node:events')
const http = require('node:http')
const https = require('node:https')

const types = [
  'application/json',
  'application/json;charset=utf-8',
  'application/json; charset=utf-8',
  'application/json;charset="utf-8"',
  'application/json;charset=UTF-8',
]
let type
const sandbox = http.createServer((request, response) => {
  response.writeHead(201, { 'content-type': type }).end('{"apiKey":"0123456789abcdef0123456789abcdef"}')
})

async function meet() {
  await once(sandbox.listen(0, '127.0.0.1'), 'listening')
  // The client knows only MTN's own address.
  https.request = ({ method, headers, path }, ...rest) =>
    http.request({ host: '127.0.0.1', port: sandbox.address().port, method, headers, path }, ...rest)
  const { Client } = require('mobilemoney.js')
  const client = new Client()
  client.isSandbox()
  for (type of types) {
    const [, made] = await client.createApiKey(client.getReferenceId(), 'a subscription key')
    console.log(`${type}: ${made.apiKey ? 'a key' : typeof made === 'string' ? 'text' : 'nothing'}`)
  }
  sandbox.close()
  sandbox.closeAllConnections()
}

meet()
JS
node meet.js > seen
cat seen
cat > wanted <<'TEXT'
application/json: a key
application/json;charset=utf-8: a key
application/json; charset=utf-8: text
application/json;charset="utf-8": text
application/json;charset=UTF-8: text
TEXT
cmp seen wanted || { echo 'it behaves otherwise now' >&2; exit 1; }
