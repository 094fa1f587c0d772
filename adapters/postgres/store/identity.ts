import { serverOf } from '../client/server.ts'
import { addressOf } from '../connection/databaseUrl.ts'
import { connectToPrimary } from '../connection/primary.ts'
import { newContinuity } from '../continuity/continuity.ts'
import { homeIn, homeNameOf } from '../continuity/home.ts'

const use = { pipeline: false, answerMs: 5_000 }

/** The name of a database, the version of its server, and its identity. */
export async function identityOf(path: string): Promise<string> {
  const address = addressOf(path)
  const client = await connectToPrimary(address, use, newContinuity())
  try {
    const server = await serverOf(client)
    return server ? `${homeNameOf(address.name, server)}, identity ${homeIn(server)}` : address.name
  } finally {
    await client.end().catch(() => {})
  }
}
