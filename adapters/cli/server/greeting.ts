type Sandbox = {
  readonly url: string
  /** The demo account, with its keys and its PIN in clear. */
  readonly demo: {
    readonly accountId: string
    readonly secretKey: string
    readonly publicKey: string
    readonly pin: string
  }
  /** The reference of the payment in the example. */
  readonly reference: string
  /**
   * The paths of links for the first owner of the demo account, and the first administrator; undefined if there are some.
   */
  readonly invitations: { readonly owner: string | undefined; readonly administrator: string | undefined }
}

/** The output of a sandbox that is up: the demo account's keys, and a command to paste. */
export function sandboxGreeting({ url, demo, reference, invitations }: Sandbox): string {
  const body = {
    apikey: demo.publicKey,
    reference,
    phone_number: '256770000001',
    amount: 5000,
    currency: 'UGX',
    network: 'MTN',
    pin: demo.pin,
  }
  return `
sente is up at ${url}: a sandbox with simulated networks, where no real money moves

  account     ${demo.accountId}
  secret key  ${demo.secretKey}
  public key  ${demo.publicKey}
  PIN         ${demo.pin}

In a browser, send and collect money at ${url}/try/
and be the customer who approves it at ${url}/phone/
${invitationLines(url, invitations)}
Or send UGX 5,000 (for another payment, change the reference):

curl -si ${url}/api/v1/send-money -H 'Authorization: Bearer ${demo.secretKey}' -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'

Stop with Ctrl-C.
`
}

function invitationLines(url: string, { owner, administrator }: Sandbox['invitations']): string {
  const lines = [
    ...(owner === undefined ? [] : [`  owner          ${url}${owner}`]),
    ...(administrator === undefined ? [] : [`  administrator  ${url}${administrator}`]),
  ]
  if (lines.length === 0) return `\nThe dashboard is at ${url}/sign-in\n`
  return `\nThe dashboard, by links that work once, within an hour:\n\n${lines.join('\n')}\n`
}
