import { isIP } from 'node:net'
import { isUsualPort, mayConnect, type ReachRules } from './addresses.ts'

/** An endpoint's URL as it is kept, or what is wrong with it, as it follows the word URL. */
type ReadUrl = { readonly url: string } | { readonly problem: string }

/** How long a URL may be. */
const mostCharacters = 2_000

/** Reads an endpoint's URL: what was checked is what is kept, and requested. No name is looked up. */
export function readUrl(given: string, rules: ReachRules): ReadUrl {
  if (!URL.canParse(given)) return { problem: 'must be a full URL' }
  if (/[\p{Cc}\p{Cs}]/u.test(given)) return { problem: 'must not contain control characters' }
  const url = new URL(given)
  const problem = problemOf(url, rules)
  return problem === undefined ? { url: url.href } : { problem }
}

function problemOf(url: URL, rules: ReachRules): string | undefined {
  const { protocol, username, password, hash, href } = url
  if (protocol !== 'https:' && !(rules.plain && protocol === 'http:'))
    return `must begin with https:${rules.plain ? ' or http:' : ''}`
  if (username !== '' || password !== '') return 'must not contain a user name or password'
  if (hash !== '') return 'must not end in a fragment'
  if (href.length > mostCharacters) return `must be a URL of at most ${mostCharacters} characters`
  return problemOfPlace(url, rules)
}

/** Which addresses a name has is known only when a connection is made: only there it shows whether a port is open. */
function problemOfPlace({ hostname, port }: URL, rules: ReachRules): string | undefined {
  const address = hostname.replace(/^\[|\]$/g, '')
  if (isIP(address) === 0)
    return isUsualPort(port, rules) || rules.allowed.rules.length > 0 ? undefined : 'must have the port 443 or 8443'
  if (mayConnect({ address, port }, rules)) return undefined
  return mayConnect({ address, port: '' }, rules)
    ? 'must have the port 443 or 8443'
    : 'must lead to the public internet'
}
