import { expect } from 'chai'
import { openDashboard } from '../../../fixtures/http/dashboard.ts'
import { rule, table } from '../../../rule.ts'

type Fields = Readonly<Record<string, string>>

/**
 * The outcome of a page's form, and whether it takes the password; a form without fields is tried in its own chapter.
 */
type Row = readonly [path: string, takesPassword: 'yes' | 'no' | 'a PIN', fields?: Fields]

const settings = '/dashboard/settings'
const accounts = '/operator/accounts/:id'

const ofHolders: readonly Row[] = [
  [`${settings}/pin`, 'yes', { pin: '8302', again: '8302' }],
  [`${settings}/api-access`, 'yes', { access: 'on' }],
  [`${settings}/api-access`, 'no', { access: 'off' }],
  [`${settings}/currency`, 'yes', { currency: 'UGX', activated: 'yes' }],
  [`${settings}/currency`, 'no', { currency: 'UGX', activated: 'no' }],
  [`${settings}/language`, 'no', { language: 'lg' }],
  [`${settings}/keys/new`, 'yes', { name: 'till', scope: 'read' }],
  [`${settings}/keys/rotate`, 'yes', { key: ':key' }],
  [`${settings}/keys/revoke`, 'no', { key: ':key', sure: 'yes' }],
  [`${settings}/users/invite`, 'yes', { role: 'viewer' }],
  [`${settings}/users/uninvite`, 'no', { invitation: '5b2f0c9d11e47a60' }],
  [`${settings}/users/refunds`, 'yes', { user: ':user', currency: 'UGX', amount: '500' }],
  [`${settings}/users/change`, 'yes', { user: ':user', change: 'owner' }],
  [`${settings}/users/change`, 'yes', { user: ':user', change: 'resume' }],
  [`${settings}/users/change`, 'yes', { user: ':user', change: 'password' }],
  [`${settings}/users/change`, 'yes', { user: ':user', change: 'second-step' }],
  [`${settings}/users/change`, 'no', { user: ':user', change: 'viewer' }],
  [`${settings}/users/change`, 'no', { user: ':user', change: 'suspend' }],
  [`${settings}/users/change`, 'no', { user: ':user', change: 'remove', sure: 'yes' }],
  ['/dashboard/webhooks/new', 'yes', { url: 'https://shop.example/hook' }],
  ...(['change', 'enable', 'rotate'] as const).map((name): Row => [`/dashboard/webhooks/:id/${name}`, 'yes']),
  ...(['remove', 'test', 'redeliver-failed'] as const).map((name): Row => [`/dashboard/webhooks/:id/${name}`, 'no']),
  ['/dashboard/events/:event/redeliver', 'no'],
  ['/dashboard/batches/new/check', 'no', { lines: '' }],
  ['/dashboard/batches/new/accept', 'yes'],
  ...(['confirm', 'approve', 'resume'] as const).map((name): Row => [`/dashboard/batches/:id/${name}`, 'yes']),
  ...(['pause', 'cancel'] as const).map((name): Row => [`/dashboard/batches/:id/${name}`, 'no']),
  ['/dashboard/links/new', 'no', { currency: 'UGX', amount: '500' }],
  ['/dashboard/links/:id/end', 'no'],
  ['/dashboard/transactions/:id/refund', 'a PIN'],
  ['/dashboard/pay', 'a PIN'],
  ['/dashboard/ask', 'no', { currency: 'UGX', amount: '500', said: 'UGX 500', phone_number: '0770000001', made: 'a' }],
]

const ownMove = { currency: 'UGX', amount: '500', from: 'bank', to: 'float:MTN:disbursement', reference: 'bank-1' }

const ofOperators: readonly Row[] = [
  ['/operator/networks/:network', 'yes', { decision: 'resume', line: '', because: 'all is well' }],
  ['/operator/networks/:network', 'no', { decision: 'pause', line: '', because: 'they called' }],
  ['/operator/exceptions/:run/:item/assign', 'no'],
  ...(['record', 'classify', 'resolve'] as const).map(
    (name): Row => [`/operator/exceptions/:run/:item/${name}`, 'yes'],
  ),
  ['/operator/exceptions-together/decide', 'yes'],
  ...['/operator/books/audit', '/operator/books/backup', '/operator/closes/check'].map((path): Row => [path, 'no', {}]),
  ['/operator/closes/close', 'no', { to: '2026-01-01', sure: 'yes' }],
  ['/operator/comparisons/check', 'no', {}],
  ...(['check', 'compare'] as const).map((name): Row => [`/operator/comparisons/files/:file/${name}`, 'no', {}]),
  ['/operator/money/move', 'yes', { ...ownMove, said: 'UGX 500' }],
  ['/operator/payments/:id/decision', 'yes', { end: 'failed', because: 'they said so' }],
  [`${accounts}/kyc`, 'yes', { kyc: 'complete' }],
  [`${accounts}/kyc`, 'no', { kyc: 'incomplete' }],
  [`${accounts}/api-access`, 'yes', { access: 'on' }],
  [`${accounts}/api-access`, 'no', { access: 'off' }],
  [`${accounts}/money`, 'yes', { kind: 'fund', currency: 'UGX', amount: '500', said: 'UGX 500', reference: 'bank-1' }],
  [`${accounts}/limits`, 'yes', { currency: 'UGX', payouts_a_day: '2' }],
  [`${accounts}/clear-limits`, 'yes', { currency: 'UGX' }],
  [`${accounts}/currency`, 'yes', { currency: 'UGX', activated: 'yes' }],
  [`${accounts}/currency`, 'no', { currency: 'UGX', activated: 'no' }],
  [`${accounts}/close`, 'yes'],
  ['/operator/new-account', 'yes', { name: 'Kiosk' }],
  ['/operator/proposals/:number/approve', 'yes'],
  ['/operator/proposals/:number/reject', 'no'],
  ['/operator/approvals', 'yes'],
  ['/operator/attention/check', 'no', { end: 'failed' }],
  ['/operator/attention/decide', 'yes', { end: 'failed', because: 'they said so' }],
  ['/operator/quarantine', 'yes', { decision: 'end', because: 'compared' }],
  ['/operator/quarantine', 'no', { decision: 'begin', because: 'a drill' }],
]

const ofAll: readonly Row[] = [
  ['/me/password', 'yes', { new: 'nine otters in Lira', again: 'nine otters in Lira' }],
  ['/me/sessions', 'no'],
  ['/me/notices', 'no'],
  ['/me/notices/address', 'no'],
  ['/me/notices/code', 'no'],
  ['/me/notices/no-address', 'no'],
  ['/dashboard/notices', 'no'],
  ['/operator/notices', 'no'],
  ['/me/second-step/app', 'yes', {}],
  ['/me/second-step/code', 'yes', { code: '123456' }],
  ['/me/second-step/passkey', 'yes', { name: 'phone' }],
  ['/me/second-step/passkey/made', 'yes', { name: 'phone', response: '{}' }],
  ['/me/second-step/drop', 'yes', {}],
  ['/me/second-step/recovery', 'yes', {}],
]

/** Forms for visitors who are not signed in yet. */
const ofAnybody = [
  '/sign-in',
  '/sign-out',
  '/second-step',
  '/second-step/passkey',
  '/join/:token',
  '/language',
  '/pay/:token',
]

/** The words of a page that asks for the password. */
const asked = /Give your password again|The password is wrong/

const tried = (rows: readonly Row[]): readonly [string, string, string][] =>
  rows.flatMap(([path, takesPassword, fields]) =>
    fields ? [[path, takesPassword, `${new URLSearchParams(fields)}`]] : [],
  )

describe('133 People: forms', () => {
  rule('133.66', 'a session alone is not enough for a form that takes the password', {
    'each form has been judged': async () => {
      const { all } = await openDashboard()
      const judged = new Set([...ofHolders, ...ofOperators, ...ofAll].map(([path]) => path).concat(ofAnybody))
      expect(all.filter(({ take }) => take).map(({ path }) => path)).to.have.all.members([...judged])
    },
    'of an account': table(['form', 'takes the password', 'fields'], tried(ofHolders), async (path, asks, fields) => {
      const { userOf, account, ports } = await openDashboard()
      const [manager, viewer] = [await userOf('owner'), await userOf('viewer')]
      await userOf('owner', 'second@shop.example')
      const key = account.keys.find(({ kind }) => kind === 'secret')?.id ?? ''
      const filled = fields.replace('%3Akey', key).replace('%3Auser', viewer.user.id)
      const before = await ports.actions.list({ limit: 1 })
      const answer = await manager.post(path, new URLSearchParams(filled))
      expect(asked.test(answer.body)).to.equal(asks === 'yes')
      if (asks === 'yes') expect(await ports.actions.list({ limit: 1 })).to.deep.equal(before)
    }),
    'of operators': table(['form', 'takes the password', 'fields'], tried(ofOperators), async (path, asks, fields) => {
      const { userOf, account, pay, ports } = await openDashboard()
      const operator = await userOf('administrator')
      const { id } = await pay('losesAnswer')
      const place = path.replace(':network', 'MTN').replace(':id', path.startsWith(accounts) ? account.id : id)
      const before = await ports.actions.list({ limit: 1 })
      const answer = await operator.post(place, new URLSearchParams(fields))
      expect(asked.test(answer.body)).to.equal(asks === 'yes')
      if (asks === 'yes') expect(await ports.actions.list({ limit: 1 })).to.deep.equal(before)
    }),
    'about oneself': table(['form', 'takes the password', 'fields'], tried(ofAll), async (path, asks, fields) => {
      const { userOf, ports } = await openDashboard()
      const manager = await userOf('owner')
      const before = await ports.people.user(manager.user.id)
      const answer = await manager.post(path, new URLSearchParams(fields))
      expect(answer.statusCode).to.equal(asks === 'yes' ? 422 : 303)
      expect(await ports.people.user(manager.user.id)).to.deep.equal(before)
    }),
  })
})
