import { type BlockList, isIP } from 'node:net'
import { mayConnect } from './addresses.ts'

/** To which URLs webhooks may be sent. */
export type UrlRules = {
  /** Which addresses are open although they are not public. */
  readonly allowed: BlockList
  /** Whether endpoints may be reached without TLS. */
  readonly plain: boolean
}

/** What is wrong with an endpoint's URL, as it follows the word URL; undefined for a good one. No name is looked up. */
export function problemOfUrl(url: string, { allowed, plain }: UrlRules): string | undefined {
  if (!URL.canParse(url)) return 'must be a full URL'
  if (/[\p{Cc}\p{Cs}]/u.test(url)) return 'must not contain control characters'
  const { protocol, hostname, username, password, hash } = new URL(url)
  if (protocol !== 'https:' && !(plain && protocol === 'http:'))
    return `must begin with https:${plain ? ' or http:' : ''}`
  if (username !== '' || password !== '') return 'must not contain a user name or password'
  if (hash !== '') return 'must not end in a fragment'
  const bare = hostname.replace(/^\[|\]$/g, '')
  if (isIP(bare) !== 0 && !mayConnect(bare, allowed)) return 'must lead to the public internet'
  return undefined
}
