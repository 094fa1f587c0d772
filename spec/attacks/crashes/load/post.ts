/** Posts a body with a key; resolves with the answer's status and body, and with its headers, empty for absent ones. */
export async function post(url: string, key: string, body?: object) {
  const headers = { Authorization: `Bearer ${key}`, ...(body && { 'Content-Type': 'application/json' }) }
  const answer = await fetch(url, { method: 'POST', headers, ...(body && { body: JSON.stringify(body) }) })
  return { status: answer.status, text: await answer.text(), header: (name: string) => answer.headers.get(name) ?? '' }
}
