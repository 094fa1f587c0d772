/** Whether text is an address as people write it: http or https, a host, no credentials, no query. */
export function isAddress(text: string): boolean {
  return /^https?:\/\/[^/\s\\?#@]+(\/[^\s\\?#]*)?$/.test(text) && URL.canParse(text)
}

/** Whether credentials may be sent to an address: over TLS, or to this machine. */
export function isSafeAddress(text: string): boolean {
  return isAddress(text) && (new URL(text).protocol === 'https:' || isThisMachine(text))
}

/** Whether an address is this machine's own, so that nothing in between can read what is sent. */
function isThisMachine(address: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(address).hostname)
}
