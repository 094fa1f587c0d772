import { type AccountKey, isExpired, isRefusal, type KeyScope, keyScopes } from '../../../core/sente.ts'
import { spanOf } from '../../written/moment.ts'
import { Form, type PageBase } from '../layout/links.tsx'
import type { Page, Shown } from '../page.ts'
import { asRefused, Choice, Done, Field, Once, Password, Refused, type Refusing, Tick } from '../parts/fields.tsx'
import { KeyTable, keyName } from '../parts/keys.tsx'
import { confirmed } from '../request/confirmed.ts'
import { refusing } from '../request/refusing.ts'
import { words } from '../words.ts'
import type { HolderDeps } from './deps.ts'
import { asHolder, type Holder, ifHolder } from './holding.ts'
import { holderWords } from './words.ts'

const path = '/dashboard/settings/keys'

type Notice = { readonly refused?: Refusing | undefined; readonly done?: string | null; readonly shown?: string }

/** The keys of an account: a developer makes, rotates and revokes them; a new one is shown once. */
export function keyPages(deps: HolderDeps): readonly Page[] {
  const { lookUpAccount, confirmPassword, createOwnKey, rotateOwnKey, revokeOwnKey, clock } = deps

  async function shown(who: Holder, notice: Notice): Promise<Shown> {
    const found = await lookUpAccount({ accountId: who.accountId })
    const keys = isRefusal(found) ? [] : found.account.keys
    const refused = isRefusal(found) ? refusing(found) : notice.refused
    return keysPage(keys, clock.nowMs(), { ...notice, refused })
  }

  return [
    {
      path,
      access: 'key.create',
      show: (asked) => asHolder(asked, (who) => shown(who, { done: asked.query.get('done') })),
    },
    {
      path: `${path}/new`,
      access: 'key.create',
      take: (asked, form) =>
        asHolder(asked, async (who) => {
          const scopes = form.all('scope').filter((one): one is KeyScope => keyScopes.some((scope) => scope === one))
          const [expires, addresses] = [
            form.text('expires'),
            form
              .text('addresses')
              .split(/[\s,]+/)
              .filter(Boolean),
          ]
          const expiresAtMs = expires === '' ? undefined : spanOf(expires, asked.today)?.toMs
          if (expires !== '' && expiresAtMs === undefined)
            return shown(who, { refused: { field: 'expires', message: words.days.wrongDay(expires) } })
          const sure = await confirmed(confirmPassword, who, form)
          if (isRefusal(sure)) return shown(who, { refused: refusing(sure) })
          const made = await createOwnKey({
            who: sure,
            name: form.text('name'),
            scopes,
            ...(expiresAtMs !== undefined && { expiresAtMs }),
            ...(addresses.length > 0 && { addresses }),
          })
          return shown(who, isRefusal(made) ? { refused: refusing(made) } : { shown: made.key })
        }),
    },
    {
      path: `${path}/rotate`,
      access: 'key.rotate',
      take: (asked, form) =>
        asHolder(asked, async (who) => {
          const sure = await confirmed(confirmPassword, who, form)
          if (isRefusal(sure)) return shown(who, { refused: refusing(sure) })
          const kind = form.text('kind') === 'public' ? 'public' : 'secret'
          const made = await rotateOwnKey({ who: sure, kind, keyId: form.text('key') })
          return shown(who, isRefusal(made) ? { refused: refusing(made) } : { shown: made.key })
        }),
    },
    {
      path: `${path}/revoke`,
      access: 'key.revoke',
      question: (asked, form) =>
        ifHolder(asked, async ({ accountId }) => {
          const found = await lookUpAccount({ accountId })
          const key = isRefusal(found) ? undefined : found.account.keys.find(({ id }) => id === form.text('key'))
          const { askRevoke, revokeHint } = holderWords.keys
          const submit = words.keys.revoke
          return key && { title: askRevoke(keyName(key)), hint: revokeHint, submit, back: path }
        }),
      take: (asked, form) =>
        asHolder(asked, async (who) => {
          const revoked = await revokeOwnKey({ who, keyId: form.text('key') })
          return isRefusal(revoked) ? shown(who, { refused: refusing(revoked) }) : { seeOther: `${path}?done=revoked` }
        }),
    },
  ]
}

function keysPage(keys: readonly AccountKey[], nowMs: number, { refused, done, shown }: Notice): Shown {
  const text = holderWords.keys
  const usable = keys.filter((key) => key.active && !isExpired(key, nowMs))
  const secret = usable.filter(({ kind }) => kind === 'secret')
  const main = (
    <>
      <h1>{text.title}</h1>
      <Refused message={refused} />
      {done === 'revoked' && <Done>{text.revoked}</Done>}
      {shown !== undefined && <Once hint={text.once}>{shown}</Once>}
      <KeyTable keys={usable} doing={{ title: words.keys.revoke, to: (key) => <RevokeKey of={key} /> }} />
      <h2>{text.rotate}</h2>
      <p>{text.rotateHint}</p>
      <Form to={`${path}/rotate`} label={text.rotate}>
        <Choice name="key" label={words.keys.key} options={secret.map((key) => [key.id, keyName(key)])} />
        <Password />
        <button type="submit">{text.rotate}</button>
      </Form>
      <h2>{text.new}</h2>
      <Form to={`${path}/new`} label={text.new}>
        <Field name="name" label={text.name} />
        <fieldset>
          <legend>{words.keys.mayDo}</legend>
          {keyScopes.map((scope) => (
            <Tick name="scope" value={scope}>
              {words.keys.scopes[scope]}
            </Tick>
          ))}
        </fieldset>
        <Field name="expires" label={words.keys.expires} hint={text.expiresHint} type="date" isOptional />
        <Field name="addresses" label={text.addresses} hint={text.addressesHint} isOptional />
        <Password />
        <button type="submit">{text.create}</button>
      </Form>
    </>
  )
  return { title: text.title, main, ...asRefused(refused) }
}

/** A button that revokes a key. */
export function RevokeKey({ of: key }: { readonly of: AccountKey }, { language }: PageBase) {
  const { revoke } = language.texts.keys
  return (
    <Form to={`${path}/revoke`} label={`${revoke} ${keyName(key)}`}>
      <input type="hidden" name="key" value={key.id} />
      <button type="submit" class="grave">
        {revoke}
      </button>
    </Form>
  )
}
