// Its dependencies write globals when they are loaded, which would be held against the example that loads them first.
import '@simplewebauthn/server'
import { expect } from 'chai'
import { isRefusal } from '../../../../core/sente.ts'
import { minuteMs } from '../../../fixtures/core.ts'
import { afterwards } from '../../../fixtures/endings.ts'
import { openDashboard, password } from '../../../fixtures/http/dashboard.ts'
import { type FoundForm, formsIn, kindOf, linksIn } from '../../../fixtures/http/forms.ts'
import { hostileTexts } from '../../../fixtures/http/hostileTexts.ts'
import { ownForm } from '../../../fixtures/http/pages.ts'
import { invited } from '../../../fixtures/people.ts'
import { fifthOf } from '../../../night.ts'
import { rule } from '../../../rule.ts'
import { stores } from '../../../stages/everyStore.ts'
import { openWorld, rowOf } from '../120-reconciliation/paidWorld.ts'
import { twoAbove } from '../135-decisions/desk.ts'

type Store = Awaited<ReturnType<(typeof stores)[string]>>

/** A form that somebody can send. */
type Sent = FoundForm & { readonly cookie: string }

/** The parameters in a page's URL, beside the fields of its filters. */
const asked = [
  'before',
  'after',
  'done',
  'to',
  'from',
  'state',
  'kind',
  'type',
  'text',
  'owner',
  'by',
  'account',
  'name',
].concat(['currency', 'reference', 'transaction', 'attention', 'again', 'came', 'bucket', 'network'])

/** The values for the fields that a page leaves empty. */
const usual: Readonly<Record<string, string>> = {
  ...{
    password,
    pin: '4071',
    amount: '500',
    currency: 'UGX',
    description: 'Tea',
    because: 'ticket 4711',
    again: password,
  },
  ...{ url: 'https://shop.example/hooks', name: 'Kiosk', phone_number: '0770000001', reference: 'hostile-1' },
  lines: 'reference,phone_number,amount,currency,network\nw-1,256770000001,6000,UGX,MTN',
}

const { lines = '' } = usual

/** Forms that a page shows only when something has happened, with their fields. */
const others: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/second-step': { code: '123456', recovery: '', response: '' },
  '/second-step/passkey': { response: '{}' },
  '/me/sessions': { session: 'none' },
  '/me/second-step/code': { code: '123456' },
  '/me/second-step/passkey/made': { name: 'a key', response: '{}' },
  '/me/second-step/drop': { passkey: '', password },
  '/me/second-step/recovery': { password },
  '/dashboard/transactions/:id/refund': { amount: '500', reference: 'back', description: 'Tea', pin: '4071' },
  '/dashboard/webhooks/:id/redeliver-failed': {},
  '/dashboard/batches/:id/confirm': { password },
  '/dashboard/batches/:id/approve': { password },
  '/dashboard/batches/:id/resume': { password },
  '/dashboard/batches/:id/pause': {},
  '/dashboard/batches/new/check': { reference: 'w', lines, corrected: '1', 'cell-1-2': '500' },
  '/dashboard/batches/new/accept': { reference: 'w', lines, partial: 'yes', pin: '4071', password },
  '/operator/accounts/:id/clear-limits': { currency: 'UGX', because: 'ticket 4711', password },
  '/operator/proposals/:number/approve': { because: 'ticket 4711', password },
  '/operator/proposals/:number/reject': { because: 'ticket 4711', password },
  '/operator/approvals': { proposal: '1', password },
  '/operator/attention/decide': { payment: 'none pending mismatch', end: 'failed', because: 'ticket 4711', password },
  '/operator/exceptions/:run/:item/record': { account: 'none', reference: 'r', because: 'ticket 4711', password },
  '/operator/exceptions/:run/:item/classify': { as: 'other', product: 'collection', because: 'ticket 4711', password },
  '/operator/networks/:network': { line: 'UGX payout', decision: 'pause', because: 'ticket 4711' },
}

/** A gateway with one of everything in a store, and who asks for its pages. */
async function openEverything(store: Store) {
  const fourEyes = twoAbove(5_000n, 'batches')
  const at = await openDashboard({}, { ...store, fourEyes })
  const { ports, account, userOf, pay, clock, network, sweep, collect, caller, request } = at
  const [manager, other] = [await userOf('manager'), await userOf('manager', 'other@shop.example')]
  const [nakato, okot] = [await userOf('operator', 'nakato'), await userOf('operator', 'okot')]
  network.behaves('succeeds')
  const collected = await collect({ caller: await caller(), request: { ...request, reference: 'collected' } })
  if (isRefusal(collected)) throw new Error(collected.refused)
  await collected.outcome
  for (const reference of ['doubt-1', 'doubt-2']) await pay('accepts', { reference, amount: 6_000 })
  network.answersEnquiry({ outcome: 'mismatch', because: 'another amount' })
  clock.forwardMs(15 * minuteMs)
  await sweep()
  await manager.post('/dashboard/webhooks/new', { url: 'https://shop.example/hooks', password })
  const link = await manager.post('/dashboard/links/new', {
    ...{ amount: '500', currency: 'UGX', description: 'Tea', reference: 'tea' },
  })
  for (const [reference = '', who] of [
    ['wages', manager],
    ['wages-2', other],
  ] as const)
    await who.post('/dashboard/batches/new/accept', {
      reference,
      lines: lines.replace('w-1', reference),
      pin: '4071',
      password,
    })
  await nakato.post(`/operator/accounts/${account.id}/money`, {
    ...usual,
    kind: 'fund',
    currency: 'UGX',
    amount: '9000',
  })
  const { compare } = await openWorld(ports as never, clock)
  const template = await openWorld().then(({ paid }) => paid({ createdAtMs: clock.nowMs() - 60 * minuteMs }))
  await compare([rowOf(template, 2, { direction: 'in', theirs: 'their-2' }), rowOf(template, 3, { kind: 'other' })], {
    ...{ fromMs: clock.nowMs() - 120 * minuteMs, toMs: clock.nowMs() },
  })
  const invitation = await invited(ports, 'viewer', account.id)
  const token = /\/pay\/([\w-]+)/.exec(link.body)?.[1] ?? ''
  const starts: readonly (readonly [path: string, cookie: string])[] = [
    ...['/dashboard/', '/me'].map((path) => [path, manager.cookie] as const),
    ...['/operator/', '/operator/quarantine', '/operator/new-account'].map((path) => [path, okot.cookie] as const),
    ...['/sign-in', `/join/${invitation}`, `/pay/${token}`].map((path) => [path, ''] as const),
  ]
  return { ...at, starts, manager, operator: okot }
}

/** How many pages of a kind are asked for, to find their forms. */
const mostOfAKind = 5

/** Asks for the pages that links lead to; one of each kind, and the forms on them, one of each kind. */
async function found({ ask, starts, all, manager, operator }: Awaited<ReturnType<typeof openEverything>>) {
  const [pages, forms] = [new Map<string, readonly [string, string]>(), new Map<string, Sent>()]
  const [counts, seen] = [new Map<string, number>(), new Set<string>()]
  for (const [start, cookie] of starts) {
    const ahead = [start]
    for (const path of ahead) {
      const count = (counts.get(kindOf(path)) ?? 0) + 1
      if (count > mostOfAKind || seen.has(`${path} ${cookie}`)) continue
      seen.add(`${path} ${cookie}`)
      counts.set(kindOf(path), count)
      const { statusCode, body } = await ask(path.slice(1), { headers: { cookie } })
      if (statusCode !== 200) continue
      pages.set(kindOf(path), [path, cookie])
      for (const one of formsIn(body)) forms.set(`${one.method} ${kindOf(one.action)}`, { ...one, cookie })
      ahead.push(...linksIn(body).filter((linked) => linked.startsWith(start.replace(/[^/]*$/, ''))))
    }
  }
  const ids = [...pages.values()].flatMap(([path]) => path.split('/').filter((part) => kindOf(`/${part}`) === '/*'))
  const isFound = (path: string) => forms.has(`post ${path.replace(/:\w+/g, '*')}`)
  const unsent = all.filter(({ path, take }) => take && !isFound(path)).map(({ path }) => path)
  expect(unsent.filter((path) => !others[path])).to.deep.equal([])
  for (const path of new Set([...unsent, ...Object.keys(others)])) {
    const { cookie } = path.startsWith('/operator') ? operator : manager
    const fields = Object.entries(others[path] ?? {})
    const action = path
      .replace(/:network/, 'MTN')
      .replace(/:(number|item)/, '1')
      .replace(/:\w+/g, ids[0] ?? 'none')
    forms.set(`post ${path}`, { action, method: 'post', fields, cookie })
  }
  return { pages, forms }
}

describe('132 Pages for people: texts', () => {
  rule(
    '132.13',
    'any text in any field of any form, and of any page’s URL, is taken, or refused in words: nothing breaks',
    Object.fromEntries(
      Object.entries(stores).map(([name, open]) => [
        name,
        async () => {
          const store = await open()
          afterwards(() => store.close?.())
          const everything = await openEverything(store)
          const { ask, lines: log } = everything
          const { pages, forms } = await found(everything)
          const broken: string[] = []
          const texts = Object.entries(fifthOf(hostileTexts))
          for (const [of, text] of texts) {
            for (const [kind, [path, cookie]] of pages) {
              const query = asked.map((field) => `${field}=${text.slice(0, 300)}`).join('&')
              const { statusCode } = await ask(`${path.slice(1)}?${query}`, { headers: { cookie } })
              if (statusCode >= 500) broken.push(`${kind}: ${of}`)
            }
          }
          const fields = [...forms].flatMap(([kind, one]) => one.fields.map(([field]) => ({ kind, one, field })))
          // Secrets come last: wrong ones are counted.
          const isSecret = ({ field }: { readonly field: string }) => /^(password|pin|again|new|code)$/.test(field)
          for (const { kind, one, field } of [
            ...fields.filter((some) => !isSecret(some)),
            ...fields.filter(isSecret),
          ]) {
            for (const [of, text] of texts) {
              const filled = one.fields.map(
                ([name, value]) => `${name}=${encodeURIComponent(value || usual[name] || '')}`,
              )
              const sent = filled.map((pair) => (pair.startsWith(`${field}=`) ? `${field}=${text}` : pair)).join('&')
              const { action, method, cookie } = one
              const { statusCode } =
                method === 'get'
                  ? await ask(`${action.slice(1)}?${sent.slice(0, 8_000)}`, { headers: { cookie } })
                  : await ask.post(action.slice(1), { body: sent, headers: { ...ownForm, cookie } })
              if (statusCode >= 500) broken.push(`${kind}, ${field}: ${of}`)
            }
          }
          const logged = log.filter((line) => line.includes('"breakage"'))
          expect(broken, logged.slice(0, 20).join('\n')).to.deep.equal([])
          expect(logged).to.deep.equal([])
        },
      ]),
    ),
  )
})
