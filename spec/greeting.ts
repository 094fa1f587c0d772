import { spawnSync } from 'node:child_process'
import type { Gateway } from './gateway.ts'

/** The keys and the line to try, as the sandbox printed them. */
export async function greetingOf(gateway: Gateway) {
  await gateway.url
  while (!gateway.stderr().includes('Ctrl-C')) await new Promise((resolve) => setTimeout(resolve, 10))
  const text = gateway.stderr()
  const found = (pattern: RegExp) => pattern.exec(text)?.[1] ?? ''
  return {
    accountId: found(/account +(\S+)/),
    secretKey: found(/(sente_sk_\w+)/),
    publicKey: found(/(sente_pk_\w+)/),
    curl: found(/(curl .*)/),
  }
}

/** What the sandbox greets with. */
export type Greeting = Awaited<ReturnType<typeof greetingOf>>

/** The arguments that a shell hands to curl when the line is pasted into it. */
function argumentsOf(curl: string): string[] {
  const shell = spawnSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }; ${curl}`], { encoding: 'utf8' })
  return shell.stdout.split('\n')
}

/** Does what the line does when it is pasted into a shell. */
export async function paste(curl: string): Promise<Response> {
  const given = argumentsOf(curl)
  const url = given.find((argument) => argument.startsWith('http')) ?? ''
  const headers = given.flatMap((argument, index) => (given[index - 1] === '-H' ? [argument.split(': ')] : []))
  return fetch(url, {
    method: 'POST',
    headers: headers as [string, string][],
    body: given[given.indexOf('-d') + 1] ?? '',
  })
}

/** Sends UGX 500, or what else is given; `path` names the operation. */
export async function pay(gateway: Gateway, { secretKey, publicKey }: Greeting, change: Record<string, unknown> = {}) {
  const { path = 'send-money', ...fields } = change
  const body = {
    apikey: publicKey,
    reference: 'order-1',
    phone_number: '256770000001',
    amount: 500,
    currency: 'UGX',
    network: 'MTN',
    pin: '1234',
    ...fields,
  }
  return fetch(`${await gateway.url}/api/v1/${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secretKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
}
