#!/bin/sh
# openid-client 6.9.0 with oidc-provider 9.13.3, Node 20 and later.
#
# A provider says in its discovery document how it takes the secrets of clients (`token_endpoint_auth_methods_supported`,
# OpenID Connect Discovery 1.0, section 3); without that, it takes them by HTTP Basic. A client that `discovery()` made with a
# secret and nothing else does not look at it: it sends the secret in the body. A provider that takes HTTP Basic alone, and says
# so, answers `invalid_client`, "client authentication failed", as if the secret were wrong.
#
# Seen:
#   supported: client_secret_basic
#   as discovered: invalid_client client authentication failed
#   with ClientSecretBasic: bearer
#
# Remedy: name the method when the client is made, by what the discovery document says.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm pkg set type=module > /dev/null
npm install --silent --no-audit --no-fund openid-client@6.9.0 oidc-provider@9.13.3 > /dev/null

cat > meet.js <<'JS'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { Provider } from 'oidc-provider'
import { allowInsecureRequests, ClientSecretBasic, clientCredentialsGrant, discovery } from 'openid-client'

const server = createServer()
await once(server.listen(0, '127.0.0.1'), 'listening')
const issuer = `http://127.0.0.1:${server.address().port}`
const secret = 'a secret of the client'
const provider = new Provider(issuer, {
  clientAuthMethods: ['client_secret_basic'],
  clients: [
    { client_id: 'shop', client_secret: secret, grant_types: ['client_credentials'], response_types: [], redirect_uris: [] },
  ],
  features: { clientCredentials: { enabled: true } },
})
server.on('request', provider.callback())

const asked = async (how) => {
  const client = await discovery(new URL(issuer), 'shop', secret, how, { execute: [allowInsecureRequests] })
  const answer = await clientCredentialsGrant(client).then(
    (tokens) => tokens.token_type,
    (error) => `${error.error} ${error.error_description}`,
  )
  return { answer, supported: client.serverMetadata().token_endpoint_auth_methods_supported }
}
const discovered = await asked(undefined)
console.log(`supported: ${discovered.supported}`)
console.log(`as discovered: ${discovered.answer}`)
console.log(`with ClientSecretBasic: ${(await asked(ClientSecretBasic(secret))).answer}`)
server.close()
JS
node meet.js 2> /dev/null | grep -v 'oidc-provider' > seen
cat seen
cat > wanted <<'TEXT'
supported: client_secret_basic
as discovered: invalid_client client authentication failed
with ClientSecretBasic: bearer
TEXT
cmp seen wanted || { echo 'it behaves otherwise now' >&2; exit 1; }
