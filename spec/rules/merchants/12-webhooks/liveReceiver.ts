import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { selfSigned } from '../../../fixtures/selfSigned.ts'
import { type Answer, ok, openReceiver, type Receiver } from './receiver.ts'

/** A receiver with TLS, and the settings of a live gateway that may send to it. */
type LiveReceiver = { readonly receiver: Receiver; readonly settings: Record<string, string> }

/** Opens one; its certificate is written into a folder. */
export async function openLiveReceiver(folder: string, answer: Answer = ok): Promise<LiveReceiver> {
  const certificate = selfSigned('localhost')
  const trusted = join(folder, 'receiver.pem')
  writeFileSync(trusted, certificate.cert)
  const settings = {
    SENTE_WEBHOOK_KEY: 'a webhook key for tests, long enough',
    SENTE_WEBHOOK_ALLOW: '127.0.0.0/8,::1',
    NODE_EXTRA_CA_CERTS: trusted,
  }
  return { receiver: await openReceiver(answer, certificate), settings }
}
