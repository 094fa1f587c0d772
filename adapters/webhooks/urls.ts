import { isIP } from 'node:net'
import { isUsualPort, mayConnect, type ReachRules } from './addresses.ts'

/** An endpoint's URL in its stored form, or a problem, worded to follow the word URL. */
type ReadUrl = { readonly url: string } | { readonly problem: string }

/** The longest URL, in characters. */
const mostCharacters = 2_000

/** Reads an endpoint's URL. The checked form is the stored and requested one. No name is looked up. */
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
  return problemOfTarget(url, rules)
}

/**
 * The problem with the place in a URL. The addresses of a name are known only when a connection is made, so its port
 * can be judged only then.
 */
function problemOfTarget({ hostname, port }: URL, rules: ReachRules): string | undefined {
  const address = hostname.replace(/^\[|\]$/g, '')
  if (isIP(address) === 0)
    return isUsualPort(port, rules) || rules.allowed.rules.length > 0 ? undefined : 'must have the port 443 or 8443'
  if (mayConnect({ address, port }, rules)) return undefined
  return mayConnect({ address, port: '' }, rules)
    ? 'must have the port 443 or 8443'
    : 'must lead to the public internet'
}
