import { execFileSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { openPostgresStore } from '../../../../adapters/postgres/postgres.ts'
import { type OwnServer, openOwnServer, serverPath } from '../../../fixtures/postgres/postgres.ts'
import { type Folder, makeFolder } from '../../../fixtures/sqliteFolder.ts'
import { rule } from '../../../rule.ts'

/** Makes an authority, and a server's key and certificate of it for the address 127.0.0.1. */
function makeCertificates(folder: string): void {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  const fresh = ['req', '-newkey', 'rsa:2048', '-nodes', '-days', '2']
  for (const name of ['authority', 'stranger'])
    openssl(...fresh, '-x509', '-subj', `/CN=${name}`, '-keyout', `${name}.key`, '-out', `${name}.pem`)
  openssl(...fresh, '-subj', '/CN=server', '-keyout', 'server.key', '-out', 'server.csr')
  writeFileSync(join(folder, 'names'), 'subjectAltName=IP:127.0.0.1')
  const signed = ['x509', '-req', '-in', 'server.csr', '-CA', 'authority.pem', '-CAkey', 'authority.key']
  openssl(...signed, '-CAcreateserial', '-days', '2', '-extfile', 'names', '-out', 'server.pem')
  chmodSync(folder, 0o755)
  chmodSync(join(folder, 'server.key'), 0o600)
  // When these tests run as root, the server runs as a user of its own, who must own the key.
  if (process.getuid?.() === 0) execFileSync('chown', ['postgres', join(folder, 'server.key')])
}

describe('115 PostgreSQL: TLS', () => {
  let folder: Folder
  let server: OwnServer
  before(async () => {
    await serverPath()
    folder = makeFolder()
    makeCertificates(folder.path)
    const files = { ssl: 'on', ssl_cert_file: 'server.pem', ssl_key_file: 'server.key' }
    server = await openOwnServer(
      Object.entries(files).flatMap(([name, value]) => [
        '-c',
        `${name}=${name === 'ssl' ? value : join(folder.path, value)}`,
      ]),
    )
  })
  after(async () => {
    await server?.close()
    folder?.remove()
  })

  /** Opens a store over TLS, trusting an authority; resolves with the error, if any. */
  async function problemOf(path: string, authority: string): Promise<string | undefined> {
    const url = `${path}?sslmode=verify-full&sslrootcert=${encodeURIComponent(join(folder.path, authority))}`
    try {
      const store = await openPostgresStore({ path: url, purpose: 'live', migrate: true })
      await store.close()
      return undefined
    } catch (error) {
      return (error as Error).message
    }
  }

  rule('115.15', 'over TLS a server is used only if a trusted authority has certified it by its name', {
    'it is': async () => expect(await problemOf(server.path, 'authority.pem')).to.equal(undefined),
    'another authority': async () => {
      const problem = await problemOf(server.path, 'stranger.pem')
      expect(problem).to.match(/cannot be reached .*(unable to verify|self-signed)/)
      expect(problem).not.to.contain('password')
    },
    'another name': async () => {
      const problem = await problemOf(server.path.replace('127.0.0.1', 'localhost'), 'authority.pem')
      expect(problem).to.match(/cannot be reached .*altnames/)
    },
    'a server without TLS': async () => {
      const problem = await problemOf(await serverPath(), 'authority.pem')
      expect(problem).to.match(/cannot be reached .*does not support SSL/)
    },
  })
})
