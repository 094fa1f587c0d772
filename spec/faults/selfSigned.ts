import { generateKeyPairSync, sign } from 'node:crypto'

/** A key and the certificate that it signed for itself, as PEM. */
export type SelfSigned = { readonly key: string; readonly cert: string }

/** Makes a certificate for a host name; Node reads certificates, but makes none. */
export function selfSigned(host: string): SelfSigned {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = der(0x30, der(0x31, der(0x30, commonName, der(0x0c, Buffer.from(host)))))
  const validity = der(0x30, der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from('491231235959Z')))
  const version3 = der(0xa0, der(0x02, Buffer.from([2])))
  const alternativeName = der(0x30, subjectAltName, der(0x04, der(0x30, der(0x82, Buffer.from(host)))))
  const content = der(
    0x30,
    version3,
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(0x30, alternativeName)),
  )
  const signature = sign('sha256', content, privateKey)
  const certificate = der(0x30, content, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature))
  return { key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })), cert: pem(certificate) }
}

/** One element of ASN.1's distinguished encoding: its tag, its length and its content. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const lengths = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...lengths]), content])
}

function pem(certificate: Buffer): string {
  const lines = certificate.toString('base64').replace(/.{64}/g, '$&\n')
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`
}

// Object identifiers 1.2.840.10045.4.3.2, 2.5.4.3 and 2.5.29.17.
const ecdsaWithSha256 = der(0x30, der(0x06, Buffer.from('2a8648ce3d040302', 'hex')))
const commonName = der(0x06, Buffer.from('550403', 'hex'))
const subjectAltName = der(0x06, Buffer.from('551d11', 'hex'))
