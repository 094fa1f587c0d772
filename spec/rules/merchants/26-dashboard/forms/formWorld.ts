import { setTimeout } from 'node:timers/promises'
import { Secret, TOTP } from 'otpauth'
import { keptDatabase } from '../../../../../adapters/sqlite/file/keptDatabase.ts'
import { openSqliteStore } from '../../../../../adapters/sqlite/store/sqliteStore.ts'
import { codePeriodMs, type Mailer } from '../../../../../core/sente.ts'
import { afterwards } from '../../../../fixtures/endings.ts'
import { password } from '../../../../fixtures/http/dashboard.ts'
import { formsIn } from '../../../../fixtures/http/forms.ts'
import { ownForm } from '../../../../fixtures/http/pages.ts'
import { makeFolderWithBooks } from '../../../../fixtures/sqliteFolder.ts'
import { type FilledForm, found, openEverything, usual } from '../../../operators/132-pages/everyForm.ts'

export type FormWorld = Awaited<ReturnType<typeof openForms>>

/** Tables that each request may change: the time at which a session was seen, and the count of attempts. */
const beside = /^(meta|sessions|sign_in_attempts|name_look_ups)$/

/** The columns of the same. */
const counts = /^(version|counted_pin_id|pin_failures|pin_wrong_at_ms|pin_locks|pin_locked_until_ms)$/

/** A gateway with one of everything, every form of its pages, and the contents of its store. */
export async function openForms() {
  const folder = makeFolderWithBooks()
  const store = openSqliteStore({ path: folder.database, purpose: 'sandbox', migrate: true })
  afterwards(async () => {
    await store.close()
    folder.remove()
  })
  const mails: string[] = []
  const mailer: Mailer = {
    sendNotices: async () => ({ outcome: 'accepted' }),
    async sendCode({ address }) {
      mails.push(address)
      return { outcome: 'accepted' }
    },
  }
  const everything = await openEverything(store, { mailer })
  const { ask, userOf, account, manager, operator, network, clock } = everything
  await operator.post(`/operator/accounts/${account.id}/limits`, {
    ...{ currency: 'UGX', payouts_a_day: '200', because: 'they asked', password },
  })
  network.behaves('succeeds')
  const { pages, forms } = await found(everything)
  const reader = keptDatabase(folder.database, { readonly: true })
  afterwards(() => reader.close())

  const names = reader.prepare("select name from sqlite_master where type = 'table' order by name").pluck().all()
  const tables = (names as string[])
    .filter((name) => !beside.test(name))
    .map((name) => [name, reader.prepare(`select * from "${name}"`)] as const)

  /** All rows of the store but those that any request may change. */
  function contents(): Readonly<Record<string, readonly string[]>> {
    return Object.fromEntries(tables.map(([name, rows]) => [name, rows.all().map((row) => shown(row as object))]))
  }

  let people = 0
  /** Another user for each form, because wrong passwords of one count. */
  async function browserFor(form: string) {
    people += 1
    const isOperators = form.startsWith('/operator')
    const user = await (isOperators
      ? userOf('administrator', `operator-${people}`)
      : userOf('owner', `owner-${people}@shop.example`))
    await prepared[form]?.(user)
    return user
  }

  const secretIn = ({ body }: { readonly body: string }) =>
    /<pre>([A-Z2-7 ]+)<\/pre>/.exec(body)?.[1]?.replaceAll(' ', '') ?? ''
  const codeOf = (secret: string) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.nowMs() })

  type Browser = Awaited<ReturnType<typeof userOf>>

  /** Sets up an app as the second step of a user, whose session has another token then. */
  async function enrolled(user: Browser): Promise<void> {
    const secret = secretIn(await user.post('/me/second-step/app', { password }))
    clock.forwardMs(codePeriodMs)
    const done = await user.post('/me/second-step/code', { code: codeOf(secret) })
    cookies.set(user.user.id, /^sente-session=[^;]*/.exec(done.headers['set-cookie']?.[0] ?? '')?.[0] ?? '')
  }
  const cookies = new Map<string, string>()

  /** The events before a form is shown. */
  const prepared: Readonly<Record<string, (user: Browser) => Promise<unknown>>> = {
    async '/second-step'(user) {
      await enrolled(user)
      const signedIn = await ask.post('sign-in', { form: { name: user.user.name, password }, headers: ownForm })
      cookies.set(user.user.id, /^sente-session=[^;]*/.exec(signedIn.headers['set-cookie']?.[0] ?? '')?.[0] ?? '')
    },
    '/me/second-step/code': (user) => user.post('/me/second-step/app', { password }),
    '/me/second-step/drop': enrolled,
    '/me/second-step/recovery': enrolled,
    '/me/notices/code': (user) => user.post('/me/notices/address', { address: 'amina@example.com' }),
    '/dashboard/settings/users/uninvite': (user) =>
      user.post('/dashboard/settings/users/invite', { role: 'viewer', password }),
    async '/dashboard/batches/:id/resume'(user) {
      const { action } = formFor('/dashboard/batches/:id/approve')
      await user.post(action, { password })
      await user.post(action.replace('approve', 'pause'))
    },
    '/dashboard/webhooks/:id/enable': (user) =>
      user.post(formFor('/dashboard/webhooks/:id/enable').action, { enabled: 'no' }),
    async '/dashboard/batches/:id/confirm'() {
      await operator.post('/operator/quarantine', { decision: 'begin', because: 'restored' })
      await operator.post('/operator/quarantine', { decision: 'end', because: 'compared', password })
    },
    '/operator/accounts/:id/currency': () =>
      operator.post(`/operator/accounts/${account.id}/currency`, { currency: 'UGX', activated: 'no' }),
    '/operator/approvals': () =>
      operator.post(`/operator/payments/${payments[0]?.[1].split(' ')[0]}/decision`, {
        ...{ end: 'failed', because: 'they said so', password },
      }),
    '/dashboard/settings/api-access': (user) => user.post('/dashboard/settings/api-access', { access: 'off' }),
    '/dashboard/settings/currency': (user) =>
      user.post('/dashboard/settings/currency', { currency: 'UGX', activated: 'no' }),
  }

  /** The form for a path of a page, such as `/dashboard/links/:id/end`, with its usual values. */
  function formFor(path: string): FilledForm {
    const kind = path.replace(/:network/, 'MTN').replace(/:\w+/g, '*')
    const form = forms.get(`post ${kind}`) ?? forms.get(`post ${path}`)
    if (!form) throw new Error(`no page has the form ${path}`)
    return form
  }

  const batchPath = formFor('/dashboard/batches/:id/approve').action.replace('/approve', '')

  /** The address of a form, where it is not the one that the pages lead to first. */
  const places: Readonly<Record<string, string>> = {
    '/dashboard/batches/:id/resume': `${batchPath}/resume`,
    '/dashboard/batches/:id/confirm': `${batchPath}/confirm`,
    '/operator/accounts/:id/currency': `/operator/accounts/${account.id}/currency`,
  }

  const payments = formFor('/operator/attention/check').fields.filter(([name]) => name === 'payment')

  /** The pages of forms whose hidden fields depend on the contents of the store. */
  const changing: Readonly<Record<string, string>> = {
    '/operator/approvals': '/operator/proposals',
    '/operator/exceptions-together/decide': '/operator/exceptions-together',
    '/dashboard/settings/users/uninvite': '/dashboard/settings/users',
    '/dashboard/settings/keys/revoke': '/dashboard/settings/keys',
  }

  /** The fields of a form as a page shows them now. */
  async function fieldsOf(form: string): Promise<FilledForm['fields']> {
    if (form === '/operator/attention/decide')
      return [...payments, ['end', 'failed'], ['because', ''], ['password', '']]
    const page = changing[form]
    if (page === undefined) return formFor(form).fields
    const { body } = await (page.startsWith('/operator') ? operator : manager).get(page)
    return formsIn(body).findLast(({ action }) => action.replace(/\?.*/, '') === form)?.fields ?? []
  }

  /** A form with its values, by somebody who may send it. */
  async function filled(form: string, values: Readonly<Record<string, string>>) {
    const found = formFor(form)
    const user = found.cookie === '' && !(form in prepared) ? undefined : await browserFor(form)
    const cookie = user === undefined ? '' : (cookies.get(user.user.id) ?? user.cookie)
    const own = await fieldsOf(form)
    const given = own
      .filter(([name], at) => !(name in values) || own.findIndex(([other]) => other === name) === at)
      .map(([name, value]) => [name, values[name] ?? (value || (usual[name] ?? ''))] as const)
    const others = Object.entries(values).filter(([name]) => !own.some(([other]) => other === name))
    return { action: places[form] ?? found.action, cookie, fields: [...given, ...others] }
  }

  async function send(form: string, to: string, cookie: string, fields: readonly (readonly [string, string])[]) {
    if (form !== '/operator/comparisons/check')
      return ask.post(to.slice(1), {
        body: new URLSearchParams(fields.map(([name, value]) => [name, value])).toString(),
        headers: { ...ownForm, cookie },
      })
    const body = new FormData()
    for (const [name, value] of fields) if (name !== 'file') body.append(name, value)
    const isChosen = !fields.some(([name, value]) => name === 'file' && value === '')
    if (isChosen) body.append('file', new File(['a,b\n1,2'], 'export.csv'))
    return ask.post(to.slice(1), { body, headers: { 'sec-fetch-site': 'same-origin', cookie } })
  }

  /** Waits until payments that were begun have been answered by their network. */
  const settled = () => setTimeout(20)

  return { ...everything, pages, forms, contents, filled, send, settled, mails }
}

/** The rows that only one of two contents has. */
export function changesBetween(before: Contents, after: Contents): readonly string[] {
  const [was, is] = [before, after].map(
    (contents) => new Set(Object.entries(contents).flatMap(([name, rows]) => rows.map((row) => `${name} ${row}`))),
  ) as [Set<string>, Set<string>]
  const missingIn = (those: Set<string>, these: Set<string>) => [...these].filter((row) => !those.has(row))
  return [...missingIn(is, was).map((row) => `- ${row}`), ...missingIn(was, is).map((row) => `+ ${row}`)]
}

type Contents = ReturnType<FormWorld['contents']>

function shown(row: object): string {
  return JSON.stringify(Object.entries(row).filter(([column]) => !counts.test(column)))
}
