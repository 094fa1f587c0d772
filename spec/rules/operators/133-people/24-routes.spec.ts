import { expect } from 'chai'
import type { Page } from '../../../../adapters/dashboard/page.ts'
import { memoryStore } from '../../../../adapters/memory/memory.ts'
import { openDashboard } from '../../../fixtures/http/dashboard.ts'
import { formsIn, kindOf, linksIn } from '../../../fixtures/http/forms.ts'
import { openPages, owner, ownForm } from '../../../fixtures/http/pages.ts'
import { rule, table } from '../../../rule.ts'
import { openEverything } from '../132-pages/everyForm.ts'
import { everybody, mayByTable } from './actTable.ts'

/** Every page: its path, and the acts, or the visitors, that it shows itself to, and that it takes a form from. */
const routes: readonly (readonly [path: string, shows: string | null, takes: string | null])[] = [
  ['/sign-in', 'anybody', 'anybody'],
  ['/sign-out', null, 'arriving'],
  ['/second-step', 'arriving', 'arriving'],
  ['/second-step/passkey', null, 'arriving'],
  ['/join/:token', 'anybody', 'anybody'],
  ['/language', null, 'anybody'],
  ['/pay/:token', 'anybody', 'anybody'],
  ['/pay/:token/:payment', 'anybody', null],
  ['/me', 'me.look', null],
  ['/me/password', null, 'me.look'],
  ['/me/sessions', null, 'me.look'],
  ['/dashboard/notices', 'look', 'look'],
  ['/operator/notices', 'operator.look', 'operator.look'],
  ['/me/notices', 'me.notices', 'me.notices'],
  ['/me/notices/address', null, 'me.notices'],
  ['/me/notices/code', null, 'me.notices'],
  ['/me/notices/no-address', null, 'me.notices'],
  ['/me/second-step', 'enrolling', null],
  ['/me/second-step/app', null, 'enrolling'],
  ['/me/second-step/code', null, 'enrolling'],
  ['/me/second-step/passkey', null, 'enrolling'],
  ['/me/second-step/passkey/made', null, 'enrolling'],
  ['/me/second-step/drop', null, 'me.look'],
  ['/me/second-step/recovery', null, 'me.look'],
  ['/dashboard/', 'look', null],
  ['/dashboard/charts', 'look', null],
  ['/dashboard/pay', 'payment.send', 'payment.send'],
  ['/dashboard/ask', 'payment.collect', 'payment.collect'],
  ['/dashboard/transactions', 'look', null],
  ['/dashboard/transactions.csv', 'look', null],
  ['/dashboard/transactions/:id', 'look', null],
  ['/dashboard/transactions/:id/refund', null, 'refund.open'],
  ['/dashboard/transactions/:id/receipt', 'look', null],
  ['/dashboard/statement', 'look', null],
  ['/dashboard/statement.csv', 'look', null],
  ['/dashboard/statement.xlsx', 'look', null],
  ['/dashboard/statement.ofx', 'look', null],
  ['/dashboard/settings', 'look', null],
  ['/dashboard/settings/pin', null, 'account.pin'],
  ['/dashboard/settings/api-access', null, 'account.api_on account.api_off'],
  ['/dashboard/settings/currency', null, 'account.activate account.deactivate'],
  ['/dashboard/settings/language', null, 'account.language'],
  ['/dashboard/settings/keys', 'key.create', null],
  ['/dashboard/settings/keys/new', null, 'key.create'],
  ['/dashboard/settings/keys/rotate', null, 'key.rotate'],
  ['/dashboard/settings/keys/revoke', null, 'key.revoke'],
  ['/dashboard/settings/users', 'user.list', null],
  ['/dashboard/settings/users/invite', null, 'user.invite'],
  ['/dashboard/settings/users/uninvite', null, 'user.uninvite'],
  ['/dashboard/settings/users/refunds', null, 'user.promote'],
  ['/dashboard/settings/users/change', null, 'user.list'],
  ['/dashboard/actions', 'own.actions', null],
  ['/dashboard/webhooks', 'look', null],
  ['/dashboard/webhooks/new', null, 'webhook.add'],
  ['/dashboard/webhooks/:id', 'look', null],
  ['/dashboard/webhooks/:id/change', null, 'webhook.set'],
  ['/dashboard/webhooks/:id/enable', null, 'webhook.set'],
  ['/dashboard/webhooks/:id/rotate', null, 'webhook.set'],
  ['/dashboard/webhooks/:id/remove', null, 'webhook.set'],
  ['/dashboard/webhooks/:id/test', null, 'webhook.set'],
  ['/dashboard/webhooks/:id/redeliver-failed', null, 'webhook.set'],
  ['/dashboard/events', 'look', null],
  ['/dashboard/events/:event/redeliver', null, 'webhook.redeliver'],
  ['/dashboard/batches', 'look', null],
  ['/dashboard/batches/new', 'batch.check', null],
  ['/dashboard/batches/new/check', null, 'batch.check'],
  ['/dashboard/batches/new/accept', null, 'batch.accept'],
  ['/dashboard/batches/:id', 'look', null],
  ['/dashboard/batches/:id/lines.csv', 'look', null],
  ['/dashboard/batches/:id/confirm', null, 'batch.confirm'],
  ['/dashboard/batches/:id/approve', null, 'batch.approve'],
  ['/dashboard/batches/:id/resume', null, 'batch.resume'],
  ['/dashboard/batches/:id/pause', null, 'batch.pause'],
  ['/dashboard/batches/:id/cancel', null, 'batch.cancel'],
  ['/dashboard/links', 'look', null],
  ['/dashboard/links/new', null, 'link.create'],
  ['/dashboard/links/:id', 'look', null],
  ['/dashboard/links/:id/end', null, 'link.end'],
  ['/dashboard/links/:id/sheet', 'link.create', null],
  ['/operator/', 'operator.look', null],
  ['/operator/payments', 'operator.look', null],
  ['/operator/payments/:id', 'operator.look', null],
  ['/operator/payments/:id/decision', null, 'operator.decide'],
  ['/operator/accounts', 'operator.look', null],
  ['/operator/accounts/:id', 'operator.look', null],
  ['/operator/actions', 'operator.look', null],
  ['/operator/new-account', 'operator.create_account', 'operator.create_account'],
  ['/operator/accounts/:id/change', 'operator.look', null],
  ['/operator/accounts/:id/kyc', null, 'operator.set_account operator.block'],
  ['/operator/accounts/:id/api-access', null, 'operator.set_account operator.block'],
  ['/operator/accounts/:id/money', null, 'operator.money'],
  ['/operator/accounts/:id/limits', null, 'operator.limit'],
  ['/operator/accounts/:id/clear-limits', null, 'operator.limit'],
  ['/operator/accounts/:id/currency', null, 'operator.activate operator.deactivate'],
  ['/operator/accounts/:id/close', null, 'operator.close_account'],
  ['/operator/proposals', 'operator.look', null],
  ['/operator/proposals/:number', 'operator.look', null],
  ['/operator/proposals/:number/approve', null, 'operator.approve'],
  ['/operator/proposals/:number/reject', null, 'operator.reject'],
  ['/operator/approvals', null, 'operator.decide'],
  ['/operator/quarantine', 'operator.look', 'operator.quarantine operator.end_quarantine'],
  ['/operator/attention', 'operator.end_payments', null],
  ['/operator/attention/check', null, 'operator.end_payments'],
  ['/operator/attention/decide', null, 'operator.end_payments'],
  ['/operator/comparisons', 'operator.look', null],
  ['/operator/comparisons/check', null, 'operator.compare'],
  ['/operator/comparisons/files/:file', 'operator.compare', null],
  ['/operator/comparisons/files/:file/check', null, 'operator.compare'],
  ['/operator/comparisons/files/:file/compare', null, 'operator.compare'],
  ['/operator/comparisons/:run', 'operator.look', null],
  ['/operator/exceptions', 'operator.look', null],
  ['/operator/exceptions/:run/:item', 'operator.look', null],
  ['/operator/exceptions/:run/:item/assign', null, 'operator.assign'],
  ['/operator/exceptions/:run/:item/record', null, 'operator.decide'],
  ['/operator/exceptions/:run/:item/classify', null, 'operator.decide'],
  ['/operator/exceptions/:run/:item/resolve', null, 'operator.decide'],
  ['/operator/exceptions-together', 'operator.look', null],
  ['/operator/exceptions-together/decide', null, 'operator.assign operator.decide'],
  ['/operator/books', 'operator.look', null],
  ['/operator/books/audit', null, 'operator.audit'],
  ['/operator/books/backup', null, 'operator.backup'],
  ['/operator/closes', 'operator.look', null],
  ['/operator/closes/close', null, 'operator.close_day'],
  ['/operator/closes/check', null, 'operator.audit'],
  ['/operator/money', 'operator.look', null],
  ['/operator/money/move', null, 'operator.money'],
  ['/operator/networks', 'operator.look', null],
  ['/operator/float', 'operator.look', null],
  ['/operator/networks/:network', 'operator.look', 'operator.pause_network operator.resume_network'],
]

const isAct = (needed: string | null): needed is string => needed !== null && /look|\./.test(needed)

/** The acts of the form that a page sends to a path. */
function actsOfForm(action: string): string {
  const kind = kindOf(action).replace(/\/networks\/\w+$/, '/networks/*')
  const [, , takes = null] = routes.find(([path]) => path.replace(/:\w+/g, '*') === kind) ?? []
  if (takes === null) throw new Error(`no page takes ${action}`)
  return takes
}

describe('133 People: the roles on every page', () => {
  rule('133.77', 'each page and each form is open to exactly the roles that may do its act', async () => {
    const { all } = await openDashboard()
    const stated = all.map(({ path, access, takesFrom, show, take }) => [
      path,
      show ? [access].flat().join(' ') : null,
      take ? [takesFrom ?? access].flat().join(' ') : null,
    ])
    expect(stated).to.have.deep.members([...routes])
    const blank = ({ path, access, takesFrom, show, take }: Page): Page => ({
      ...{ path: `/pages${path}`, access, ...(takesFrom && { takesFrom }) },
      ...(show && { show: () => ({ title: 'A page', main: null }) }),
      ...(take && { take: () => ({ seeOther: '/done' }) }),
    })
    const { visitors, ask } = await openPages(all.map(blank))
    for (const each of everybody) {
      const [role, whose] = each
      const token = `${role}-${whose.slice(0, 2)}`
      const accountId = whose === 'operator' ? null : 'account'
      visitors[token] = { ...owner, user: { ...owner.user, id: token, role, accountId } }
      const headers = { ...ownForm, cookie: `sente-session=${token}` }
      for (const [path, shows, takes] of routes) {
        const at = `pages${path.replace(/:\w+/g, '1')}`
        const what = `${role} ${whose}: ${path}`
        if (isAct(shows)) {
          const { statusCode } = await ask(at, { headers })
          expect(statusCode, what).to.equal(mayByTable(each, shows) ? 200 : 404)
        }
        if (isAct(takes)) {
          const { statusCode } = await ask.post(at, { headers })
          expect(statusCode, `the form of ${what}`).to.equal(mayByTable(each, takes) ? 303 : 404)
        }
      }
    }
  })

  rule(
    '133.78',
    'no page draws a form or a link that the role of its user may not use',
    table(['role', 'a user'], everybody, async (...each) => {
      const { userOf, account, ask } = await openEverything(memoryStore())
      const [role, whose] = each
      const { cookie } = await userOf(role, `a.${role}`, whose === 'operator' ? null : account.id)
      const ahead = [whose === 'operator' ? '/operator/' : '/dashboard/', '/me']
      const [seen, counts] = [new Set(ahead), new Map<string, number>()]
      let forms = 0
      for (const path of ahead) {
        const { statusCode, body } = await ask(path.slice(1), { headers: { cookie } })
        expect(statusCode, path).to.equal(200)
        for (const { action, method } of formsIn(body)) {
          const needed = method === 'post' ? actsOfForm(action) : 'arriving'
          if (!isAct(needed)) continue
          forms += 1
          expect(mayByTable(each, needed), `${action} on ${path}`).to.equal(true)
        }
        for (const link of linksIn(body)) {
          const count = (counts.get(kindOf(link)) ?? 0) + 1
          if (seen.has(link) || count > 3 || !/^\/(dashboard|operator|me)\b/.test(link)) continue
          seen.add(link)
          counts.set(kindOf(link), count)
          ahead.push(link)
        }
      }
      expect(forms).to.be.above(0)
      expect(ahead).to.have.length.above(15)
    }),
  )
})
