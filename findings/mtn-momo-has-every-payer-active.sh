#!/bin/sh
# mtn-momo 2.0.0, Node 20 and later.
#
# `isPayerActive` of this client of MTN MoMo asks whether the holder of a phone number is active. MTN answers `{"result": false}`
# for one who is not. Under the disbursement product the client returns the boolean. Under the collection product it returns the
# whole answer, although its type is `Promise<string>`: as a condition it is true for every number.
#
# Seen:
#   disbursement: false
#   collection: {"result":false}, which is true as a condition
#
# Remedy: read `result` of a collection's answer.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts mtn-momo@2.0.0 > /dev/null

cat > meet.js <<'JS'
const { once } = require('node:events')
const { createServer } = require('node:http')
const { create } = require('mtn-momo')

const sandbox = createServer(({ url }, response) => {
  const isToken = url.endsWith('/token/')
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(isToken ? { access_token: 'a token', expires_in: 3600 } : { result: false }))
})

async function meet() {
  await once(sandbox.listen(0, '127.0.0.1'), 'listening')
  const baseUrl = `http://127.0.0.1:${sandbox.address().port}`
  const { Collections, Disbursements } = create({ baseUrl, callbackHost: 'shop.example' })
  const userId = '6f3b8e52-8d3c-4f5a-9c1e-2b7a4d9e0f11'
  const access = { primaryKey: 'a subscription key', userSecret: 'an API key', userId }
  for (const [product, open] of [['disbursement', Disbursements], ['collection', Collections]]) {
    const is = await open(access).isPayerActive('256770000001')
    console.log(`${product}: ${JSON.stringify(is)}${is ? ', which is true as a condition' : ''}`)
  }
  sandbox.close()
}

meet()
JS
node meet.js > seen
cat seen
cat > wanted <<'TEXT'
disbursement: false
collection: {"result":false}, which is true as a condition
TEXT
cmp seen wanted || { echo 'it behaves otherwise now' >&2; exit 1; }
