/** The running parts, for the person at the terminal. */
export type Demo = {
  /** The address of nginx. */
  readonly url: string
  readonly nodes: readonly { readonly url: string; readonly pid: number }[]
  /** The database's URL without `postgres:`. */
  readonly database: string
  /** The folder of the logs. */
  readonly folder: string
  readonly account: { readonly id: string; readonly secretKey: string; readonly publicKey: string }
}

/**
 * The text that is printed when all is up: the running parts and their addresses, the account's keys, and a command to
 * paste.
 */
export function greeting({ url, nodes, database, folder, account }: Demo): string {
  const body = {
    apikey: account.publicKey,
    reference: `try-${Date.now()}`,
    phone_number: '256770000001',
    amount: 5000,
    currency: 'UGX',
    network: 'MTN',
    pin: '4071',
  }
  const shown = nodes.map((node, index) => `  node ${index + 1}      ${node.url}, process ${node.pid}`)
  return `
sente is up at ${url}: nginx in front of three nodes, with simulated networks, where no real money moves

${shown.join('\n')}
  database    postgres:${database}
  logs        ${folder}

  account     ${account.id}
  secret key  ${account.secretKey}
  public key  ${account.publicKey}
  PIN         4071

Send UGX 5,000 (for another payment, change the reference):

curl -si ${url}/api/v1/send-money -H 'Authorization: Bearer ${account.secretKey}' -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'

Kill a node, with kill -9 ${nodes[0]?.pid}, and the others go on.
Stop with Ctrl-C.
`
}
