#!/bin/sh
# mobilemoney.js 0.0.4, Node 20 and later.
#
# `isActive` asks MTN whether the holder of a phone number is active. That of the disbursement product asks about the number.
# That of the collection product prepares the number and its type, and then sends the path with its placeholders. The two take
# their parameters in different orders, too: the collection's type comes before its authorization.
#
# Seen:
#   disbursement: GET /disbursement/v1_0/accountholder/msisdn/256770000001/active
#   collection: GET /collection/v1_0/accountholder/{accountHolderIdType}/{accountHolderId}/active
#
# Remedy: ask under the disbursement product, or make this request without the client.
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

let asked
const sandbox = http.createServer((request, response) => {
  asked = `${request.method} ${decodeURI(request.url)}`
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"result":true}')
})

async function meet() {
  await once(sandbox.listen(0, '127.0.0.1'), 'listening')
  // The client knows only MTN's own address.
  https.request = ({ method, headers, path }, ...rest) =>
    http.request({ host: '127.0.0.1', port: sandbox.address().port, method, headers, path }, ...rest)
  const { Client } = require('mobilemoney.js')
  const client = new Client()
  client.isSandbox()
  await client.disbursements('a subscription key').isActive('256770000001', 'Bearer token', 'msisdn', 'sandbox')
  console.log(`disbursement: ${asked}`)
  await client.collection('a subscription key').isActive('256770000001', 'msisdn', 'Bearer token', 'sandbox')
  console.log(`collection: ${asked}`)
  sandbox.close()
  sandbox.closeAllConnections()
}

meet()
JS
node meet.js > seen
cat seen
cat > wanted <<'TEXT'
disbursement: GET /disbursement/v1_0/accountholder/msisdn/256770000001/active
collection: GET /collection/v1_0/accountholder/{accountHolderIdType}/{accountHolderId}/active
TEXT
cmp seen wanted || { echo 'it behaves otherwise now' >&2; exit 1; }
