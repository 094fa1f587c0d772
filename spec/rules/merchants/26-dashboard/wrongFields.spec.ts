import { expect } from 'chai'
import { password, textOf } from '../../../fixtures/http/dashboard.ts'
import { ownForm } from '../../../fixtures/http/pages.ts'
import { invited } from '../../../fixtures/people.ts'
import { rule, table } from '../../../rule.ts'
import { openHolder } from '../27-holders/holder.ts'

describe('26 The dashboard: wrong fields', () => {
  const link = { amount: '5000', currency: 'UGX', description: 'Tea & milk', uses: '3', reference: 'tea' }
  const account = { kind: 'withdraw', currency: 'UGX', amount: '500', reference: 'bank-1', because: 'as they asked' }

  /** The field of a name on a page, as its attributes. */
  function fieldIn(body: string, name: string): Readonly<Record<string, string>> {
    const tag = new RegExp(`<input[^>]* ?name="${name}"[^>]*>`).exec(body)?.[0] ?? ''
    return Object.fromEntries(
      [...tag.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, key = '', value = '']) => [key, value]),
    )
  }

  async function openForms() {
    const holder = await openHolder()
    const { accountId, ask, ports } = holder
    const operator = await holder.userOf('administrator')
    const paths: Readonly<Record<string, string>> = {
      link: '/dashboard/links/new',
      key: '/dashboard/settings/keys/new',
      PIN: '/dashboard/settings/pin',
      endpoint: '/dashboard/webhooks/new',
      'own password': '/me/password',
      funding: `/operator/accounts/${accountId}/money`,
      limits: `/operator/accounts/${accountId}/limits`,
      invitation: `/join/${await invited(ports, 'viewer', accountId)}`,
    }
    const send = (of: string, form: Record<string, string>) => {
      const path = paths[of] ?? ''
      if (of === 'invitation') return ask.post(path.slice(1), { form, headers: ownForm })
      return (path.startsWith('/operator') ? operator : holder).post(path, form)
    }
    return { ...holder, send }
  }

  rule(
    '26.38',
    'a refused form keeps its values, and the first wrong field has the message, and the focus',
    table(
      ['form', 'wrong', 'value', 'message'],
      [
        ['link', 'amount', 'five', '“five” is not an amount'],
        ['link', 'uses', '0', 'a whole number from 1 to 1,000'],
        ['link', 'expires', 'soon', '“soon” is not a day'],
        ['link', 'return_url', 'http://shop.example', 'must begin with https'],
        ['key', 'expires', 'soon', '“soon” is not a day'],
        ['PIN', 'again', '1', 'The two PINs are not the same'],
        ['endpoint', 'url', 'ftp://shop.example', 'The URL'],
        ['own password', 'again', '1', 'The two passwords are not the same'],
        ['funding', 'amount', 'much', '“much” is not an amount'],
        ['limits', 'payouts_a_day', '1.5.5', 'The amount'],
        ['invitation', 'again', '1', 'The two passwords are not the same'],
      ],
      async (of, wrong, value, message) => {
        const { send } = await openForms()
        const filled: Readonly<Record<string, Record<string, string>>> = {
          ...{ link, key: { name: 'till', scope: 'pay', addresses: '192.0.2.0/24' }, PIN: { pin: '8302' } },
          ...{ endpoint: { type: 'refund.failed' }, 'own password': { password, new: 'nine otters in Lira' } },
          ...{ funding: account, limits: { currency: 'UGX' } },
          invitation: { name: 'akello@shop.example', password },
        }
        const form = { ...filled[of], [wrong]: value }
        const answer = await send(of, form)
        expect(answer.statusCode).to.equal(422)
        expect(textOf(answer)).to.include(message)
        const field = fieldIn(answer.body, wrong)
        expect(field).to.include({ 'aria-invalid': 'true', 'aria-describedby': `wrong-${wrong}`, autofocus: '' })
        expect(answer.body).to.match(new RegExp(`<small class="bad" id="wrong-${wrong}">[^<]*${message.slice(0, 12)}`))
        expect(answer.body.match(/aria-invalid/g)).to.have.length(1)
        const secrets = ['password', 'pin', 'again', 'new']
        for (const [name, given] of Object.entries(form)) {
          const { type, value: shown, checked } = fieldIn(answer.body, name)
          if (secrets.includes(name)) expect(shown, name).to.equal(undefined)
          else if (type === 'checkbox') expect(answer.body).to.match(new RegExp(`value="${given}" checked`))
          else if (type !== undefined) expect(shown, name).to.equal(given.replace('&', '&amp;'))
          else expect(answer.body).to.match(new RegExp(`<option (selected )?value="${given}"( selected)?>`))
          expect(checked === undefined || type === 'checkbox').to.equal(true)
        }
      },
    ),
  )
})
