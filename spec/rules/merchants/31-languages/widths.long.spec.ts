import { expect } from 'chai'
import { openDashboard, password } from '../../../fixtures/http/dashboard.ts'
import { invited } from '../../../fixtures/people.ts'
import { rule, table } from '../../../rule.ts'
import { inBrowser } from '../../../stages/inBrowser.ts'

/** The words of a page's contents that are broken over several lines. */
const brokenWords = `(() => {
  const broken = []
  const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (text.parentElement.closest('pre, select, thead, script, [hidden]')) continue
    for (const word of text.data.matchAll(/[\\p{L}’]+/gu)) {
      const range = document.createRange()
      range.setStart(text, word.index)
      range.setEnd(text, word.index + word[0].length)
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word[0])
    }
  }
  return broken
})()`

describe('31 Languages: users and their own pages on a phone', () => {
  const visit = inBrowser()
  rule(
    '31.24',
    'the pages about users fit a phone in every language, and break no word over two lines',
    table(['language'], [['en'], ['lg'], ['sw'], ['fr']], async (language) => {
      const { origin, userOf, again, ports, account } = await openPeople()
      const { cookie } = await again(await userOf('owner', 'amina@duka.example'))
      const { page, look, faults, close } = await visit(origin, { script: true, width: 360, colours: 'light' }, cookie)
      await page.context().addCookies([{ name: 'sente-language', value: language, url: origin }])
      const broken: string[] = []
      async function see(path?: string) {
        if (path !== undefined) await page.goto(origin + path)
        await look(/./)
        broken.push(...((await page.evaluate(brokenWords)) as string[]))
      }
      await see('/dashboard/settings/users')
      const developer = page.locator('form:has(select[name=change])').nth(2)
      await developer.locator('select').selectOption('suspend')
      await developer.locator('button').click()
      await page.locator('form[action$="/keys/revoke"]').waitFor()
      await see()
      await see('/me')
      await see('/me/second-step')
      await see(`/join/${await invited(ports, 'support', account.id)}`)
      expect({ broken, faults }).to.deep.equal({ broken: [], faults: [] })
      await close()
    }),
  )
})

/** An account with users of several roles, an open invitation, and a key that a user has made. */
async function openPeople() {
  const dashboard = await openDashboard()
  const { userOf } = dashboard
  const { post } = await userOf('owner', 'wanjiku@duka.example')
  const support = await userOf('support', 'nakawala@duka.example')
  const developer = await userOf('developer', 'okot@duka.example')
  await developer.post('/dashboard/settings/keys/new', { name: 'till', scope: 'read', password })
  const users = '/dashboard/settings/users'
  await post(`${users}/refunds`, { user: support.user.id, currency: 'UGX', amount: '250000', password })
  await post(`${users}/invite`, { role: 'finance', password })
  await post(`${users}/change`, { user: support.user.id, change: 'password', password })
  return dashboard
}
