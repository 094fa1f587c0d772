#!/bin/sh
# mtn-momo-sdk 1.3.0, Node 20 and later.
#
# `processPayment` of this client of MTN MoMo requests a payment, and then polls for its status: its documentation promises the
# final status. MTN answers 202 to the request, and would answer `SUCCESSFUL` to the enquiry. The file defines two functions with
# the name `pollPaymentStatus`, and the second, which takes an id, replaces the first, which takes an object. So the enquiry is
# about the id `[object Object]`; in the sandbox the client first tries to make an API user of that name. Every payment that MTN
# has accepted ends with an error.
#
# Seen:
#   POST /v1_0/apiuser uuid
#   POST /v1_0/apiuser/uuid/apikey
#   POST /collection/token/
#   POST /collection/v1_0/requesttopay uuid
#   POST /v1_0/apiuser [object Object]
#   processPayment: Request failed with status code 400
#
# Remedy: do not pay again after such an error. Ask MTN for the status of the reference id, which the client prints.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts mtn-momo-sdk@1.3.0 > /dev/null

cat > meet.js <<'JS'
const { once } = require('node:events')
const { createServer } = require('node:http')

const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const requests = []
const answers = [
  [/apikey$/, 201, { apiKey: '0123456789abcdef0123456789abcdef' }],
  [/apiuser$/, 201],
  [/token\/$/, 200, { access_token: 'a token', token_type: 'access_token', expires_in: 3600 }],
  [/requesttopay$/, 202],
  [/./, 200, { status: 'SUCCESSFUL' }],
]

/** MTN's sandbox, as far as this client needs it. A reference id that is no UUID is answered 400. */
const sandbox = createServer((request, response) => {
  const reference = request.headers['x-reference-id'] ?? ''
  requests.push(`${request.method} ${request.url} ${reference}`.trim().replace(uuid, 'uuid'))
  const [, status, body] = answers.find(([path]) => path.test(request.url))
  request.resume().on('end', () => {
    response.writeHead(reference === '' || reference.match(uuid) ? status : 400, { 'content-type': 'application/json' })
    response.end(body ? JSON.stringify(body) : '')
  })
})

async function meet() {
  await once(sandbox.listen(0, '127.0.0.1'), 'listening')
  Object.assign(process.env, {
    MTN_MOMO_ENV: 'sandbox',
    LOCAL_CURRENCY: 'EUR',
    MOMO_API_BASE_URL_SANDBOX: `http://127.0.0.1:${sandbox.address().port}`,
    X_TARGET_ENVIRONMENT_SANDBOX: 'sandbox',
    SUBSCRIPTION_KEY_SANDBOX: 'a subscription key',
    PROVIDER_CALLBACK_HOST_SANDBOX: 'https://shop.example',
    DEFAULT_POLL_DELAY_MS: '10',
  })
  const log = console.log
  console.log = () => undefined
  console.error = () => undefined
  const { processPayment } = require('mtn-momo-sdk')
  const paid = await processPayment('100', '256770000001', 'order-1').then(
    ({ status }) => status,
    ({ message }) => message,
  )
  for (const request of requests) log(request)
  log(`processPayment: ${paid}`)
  sandbox.close()
  sandbox.closeAllConnections()
}

meet()
JS
node meet.js > seen
cat seen
cat > wanted <<'TEXT'
POST /v1_0/apiuser uuid
POST /v1_0/apiuser/uuid/apikey
POST /collection/token/
POST /collection/v1_0/requesttopay uuid
POST /v1_0/apiuser [object Object]
processPayment: Request failed with status code 400
TEXT
cmp seen wanted || { echo 'it behaves otherwise now' >&2; exit 1; }
