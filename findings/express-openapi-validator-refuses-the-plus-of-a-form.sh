#!/bin/sh
# express-openapi-validator 5.6.2 with express 5.3.0, Node 20 and later.
#
# `curl -G --data-urlencode 'q=number kept'`, HTML forms and URLSearchParams write a blank in a query as `+`, and Express reads it
# as a blank. A proxy that checks the types of parameters should pass it. The validator looks at the query before it is decoded,
# and refuses the `+` as a reserved character, though it stands for a blank; `%20` in its place passes.
#
# Seen:
#   q=number+kept: 400, Parameter 'q' must be url encoded. Its value may not contain reserved characters.
#   q=number%20kept: 200, number kept
#
# Remedy: write `%20`; or `allowReserved: true` at the parameter, if the description is yours.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund express@5.3.0 express-openapi-validator@5.6.2 > /dev/null 2>&1

cat > meet.cjs <<'JS'
const { once } = require('node:events')
const express = require('express')
const { middleware } = require('express-openapi-validator')

const q = { name: 'q', in: 'query', required: true, schema: { type: 'string' } }
const search = { parameters: [q], responses: { 200: { description: 'The payments that are found.' } } }
const apiSpec = { openapi: '3.1.0', info: { title: 'Payments', version: '1' }, paths: { '/payments': { get: search } } }

async function meet() {
  const app = express()
  app.use(middleware({ apiSpec }))
  app.get('/payments', ({ query }, answer) => answer.send(query.q))
  app.use(({ status, message }, asked, answer, next) => answer.status(status).send(message))
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  for (const written of [new URLSearchParams({ q: 'number kept' }), 'q=number%20kept']) {
    const answer = await fetch(`http://127.0.0.1:${server.address().port}/payments?${written}`)
    console.log(`${written}: ${answer.status}, ${await answer.text()}`)
  }
  server.close()
  server.closeAllConnections()
}
meet()
JS
node meet.cjs > seen
cat seen
cat > wanted <<'TEXT'
q=number+kept: 400, Parameter 'q' must be url encoded. Its value may not contain reserved characters.
q=number%20kept: 200, number kept
TEXT
cmp seen wanted || { echo 'it behaves otherwise now' >&2; exit 1; }
