import { openCommandLine } from '../commandLine.ts'

/** An endpoint's URL. */
export const url = 'https://duka.example/hooks'

/** What {@link openWithEndpoint} opens. */
export type LineWithEndpoint = Awaited<ReturnType<typeof openWithEndpoint>>

/** A command line whose account has an endpoint. */
export async function openWithEndpoint(at = url) {
  const line = await openCommandLine()
  const { json: endpoint } = await line.json('webhook', 'add', line.id, at)
  return { ...line, endpoint: String(endpoint.endpoint_id), secret: String(endpoint.secret) }
}
