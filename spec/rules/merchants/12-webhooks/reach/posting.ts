import { BlockList } from 'node:net'
import type { FindAddresses, ReachRules } from '../../../../../adapters/webhooks/addresses.ts'
import { poster } from '../../../../../adapters/webhooks/post.ts'
import { readUrl } from '../../../../../adapters/webhooks/urls.ts'

/** No addresses. */
export const none = new BlockList()

/** An empty message. */
export const message = { headers: {}, body: Buffer.from('{}') }

/** A merchant's message about an address that can't be reached, or must not be. */
export const unreached = 'it could not be reached'

/** Name servers of the test's own, which return one list after the other for the same name. */
export const resolving = (...answers: readonly (readonly string[])[]): FindAddresses => {
  let turn = 0
  return async () => {
    const addresses = answers[Math.min(turn, answers.length - 1)] ?? []
    turn += 1
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  }
}

/** The result of posting to a URL with these addresses of its name; the sandbox's rules apply by default. */
export async function postedTo(find: FindAddresses, url = 'http://shop.example:9/', rules: Partial<ReachRules> = {}) {
  const { post, close } = poster({ allowed: none, plain: true, ...rules, timeoutMs: 15_000, find })
  try {
    return await post(url, message)
  } finally {
    close()
  }
}

/** The error in a URL; undefined for a good one. */
export function problemOfUrl(url: string, rules: ReachRules): string | undefined {
  const read = readUrl(url, rules)
  return 'problem' in read ? read.problem : undefined
}
