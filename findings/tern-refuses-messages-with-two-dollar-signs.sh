#!/bin/sh
# @hookflo/tern 4.1.0, Node 20 and later, with a provider that signs by Standard Webhooks.
#
# The signature is of the message's id, its time and its body, joined by dots. Any text can stand in a body, so a verifier takes
# the body as it is. tern puts it into a template by `String.replace` with a text, in which `$$`, `$&` and a dollar sign before a
# quotation mark have meanings of their own. So it computes the signature of another text, and refuses a message of the provider
# whose text has two dollar signs, each time it is sent again. The reference library, standardwebhooks 1.1.1, accepts it.
#
# Seen:
#   Rent of May, $400: standardwebhooks accepts it, tern accepts it
#   Rent of May, $$400: standardwebhooks accepts it, tern refuses it: Invalid signature
#
# Remedy: verify with standardwebhooks.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm pkg set type=module > /dev/null
npm install --silent --no-audit --no-fund @hookflo/tern@4.1.0 standardwebhooks@1.1.1 > /dev/null

cat > meet.js <<'JS'
import tern from '@hookflo/tern'
import { Webhook } from 'standardwebhooks'

const secret = `whsec_${Buffer.from('a secret of 24 characters').toString('base64')}`
const webhook = new Webhook(secret)

async function meet(description) {
  const body = JSON.stringify({ type: 'collection.succeeded', data: { description } })
  const now = new Date()
  const headers = {
    'webhook-id': 'message-1',
    'webhook-timestamp': `${Math.floor(now.getTime() / 1000)}`,
    'webhook-signature': webhook.sign('message-1', now, body),
  }
  webhook.verify(body, headers)
  const request = new Request('http://shop.example/webhooks', { method: 'POST', headers, body })
  const { isValid, error } = await tern.WebhookVerificationService.verifyWithPlatformConfig(request, 'dodopayments', secret)
  const outcome = isValid ? 'accepts it' : `refuses it: ${error}`
  console.log(`${description}: standardwebhooks accepts it, tern ${outcome}`)
}

await meet('Rent of May, $400')
await meet('Rent of May, $$400')
JS
node meet.js > seen
cat seen
cat > wanted <<'TEXT'
Rent of May, $400: standardwebhooks accepts it, tern accepts it
Rent of May, $$400: standardwebhooks accepts it, tern refuses it: Invalid signature
TEXT
cmp seen wanted || { echo 'it behaves otherwise now' >&2; exit 1; }
