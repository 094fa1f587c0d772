import { expect } from 'chai'
import { checkMail } from '../../../../adapters/mail/checkMail.ts'
import { freePort } from '../../../fixtures/freePort.ts'
import { rule, table } from '../../../rule.ts'
import { openMailServer } from './mailServer.ts'

describe('32 Notices: the mail server', () => {
  /** The address of this machine in a form that counts as another one. */
  const elsewhere = '[::ffff:127.0.0.1]'

  rule(
    '32.12',
    'the doctor signs in to the mail server, over TLS unless it is on this machine, and sends nothing',
    table(
      ['at', 'ok', 'found', 'fix'],
      [
        ['open', true, ' accepts the gateway', ''],
        ['amina:the password', true, ' accepts the gateway', ''],
        ['amina:another', false, ': Invalid login: 535 ', 'the user and the password'],
        ['amina:on a server without users', false, ': ', ''],
        ['nobody there', false, ': connect ECONNREFUSED ', 'that the server runs'],
        ['mail.invalid', false, ': getaddrinfo E', 'the name of the server'],
        ['here, a certificate of another', true, ' accepts the gateway', ''],
        ['begins with TLS', false, ': ', 'write smtp:// for a port that begins without TLS'],
        ['elsewhere, no TLS', false, ': Error upgrading connection with STARTTLS', 'offers STARTTLS'],
        ['elsewhere, a certificate of another', false, 'certificate', 'a certificate of its name'],
      ],
      async (at, ok, found, fix) => {
        const { url, mails } = await openMailServer({
          signIn: at.includes(':') && !at.includes('without'),
          tls: at.includes('certificate'),
        })
        const { port } = new URL(url)
        const urls: Readonly<Record<string, string>> = {
          open: url,
          'nobody there': `smtp://127.0.0.1:${await freePort()}`,
          'mail.invalid': 'smtp://mail.invalid',
          'here, a certificate of another': url,
          'begins with TLS': url.replace('smtp:', 'smtps:'),
        }
        const other = at.startsWith('elsewhere')
          ? `smtp://${elsewhere}:${port}`
          : `smtp://${encodeURI(at)}@127.0.0.1:${port}`
        const finding = await checkMail({ url: urls[at] ?? other })
        expect(finding).to.include({ check: 'mail server', ok })
        expect(finding.found).to.include(found)
        expect(finding.fix ?? '').to.include(fix)
        expect(finding.fix === undefined).to.equal(ok)
        expect(mails).to.deep.equal([])
      },
    ),
  )
})
