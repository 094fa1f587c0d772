import { uganda } from '../../../core/sente.ts'
import { readStoredNumber } from '../../written/phoneNumber.ts'
import { Form, Link } from '../layout/links.tsx'
import type { Answer, Page } from '../page.ts'
import { Moment } from '../parts/values.tsx'
import { type PhoneDecision, type PhoneScreen, type Phones, phonePath } from './phones.ts'
import { sandboxWords } from './words.ts'

/** The pages on which a person plays a customer of the simulated networks. */
export function phonePages(phones: Phones): readonly Page[] {
  const of = ({ number = '' }: Readonly<Record<string, string | undefined>>) => phones.screenOf(number)
  return [
    {
      path: '/phone/',
      access: 'anybody',
      show: () => choice(phones),
      async take(_, form) {
        const read = await readStoredNumber(form.text('phone_number'), uganda)
        const screen = 'problem' in read ? undefined : phones.pickUp(read.phoneNumber)
        return screen ? { seeOther: phonePath(screen.phoneNumber) } : choice(phones, form.text('phone_number'))
      },
    },
    {
      path: '/phone/:number',
      access: 'anybody',
      isNoise: true,
      show({ params, query }) {
        const screen = of(params)
        return screen ? shown(screen, query.get('came')) : choice(phones, params.number)
      },
      take({ params }, form) {
        const screen = of(params)
        if (!screen) return choice(phones, params.number)
        const came = act(phones, screen, {
          does: form.text('do'),
          receipt: form.text('receipt'),
          pin: form.text('pin'),
        })
        return { seeOther: phonePath(screen.phoneNumber) + (came ? `?came=${came}` : '') }
      },
    },
  ]
}

type Act = { readonly does: string; readonly receipt: string; readonly pin: string }

function act(phones: Phones, { phoneNumber }: PhoneScreen, { does, receipt, pin }: Act): PhoneDecision | undefined {
  if (does === 'approve') return phones.approve({ phoneNumber, receipt, pin })
  if (does === 'reject') return phones.reject({ phoneNumber, receipt })
  if (does === 'put_down') phones.putDown(phoneNumber)
  if (does === 'pick_up') phones.pickUp(phoneNumber)
  return undefined
}

/** The phones that can be picked up, with the number of a missing one. */
function choice(phones: Phones, wrong?: string): Answer {
  const { title, text, ready, number, numberHint, pickUp, none } = sandboxWords.phones
  const screens = phones.ready.flatMap((phoneNumber) => phones.screenOf(phoneNumber) ?? [])
  const main = (
    <>
      <h1>{title}</h1>
      <p>{text}</p>
      {screens.map(({ phoneNumber, service }) => (
        <Form to="/phone/">
          <input type="hidden" name="phone_number" value={phoneNumber} />
          <p>
            <button type="submit">{ready(service)}</button> <small>{phoneNumber}</small>
          </p>
        </Form>
      ))}
      <Form to="/phone/">
        <label>
          {number}
          <small id="number-hint">{numberHint}</small>
          <input
            name="phone_number"
            inputmode="tel"
            autocomplete="off"
            required
            value={wrong}
            aria-invalid={wrong !== undefined}
            aria-describedby={wrong === undefined ? 'number-hint' : 'number-hint number-fault'}
          />
        </label>
        {wrong !== undefined && (
          <p class="note bad" id="number-fault">
            {none}
          </p>
        )}
        <button type="submit">{pickUp}</button>
      </Form>
      <p class="onward">
        <Link to="/try/">{sandboxWords.phone.tryOut}</Link>
      </p>
    </>
  )
  return { title, main, isNarrow: true, ...(wrong !== undefined && { status: 404 }) }
}

/** How often a phone looks for changes: less often while somebody may be entering a PIN. */
const againSeconds = { idle: 3, asking: 30 }

function shown(screen: PhoneScreen, came: string | null): Answer {
  const { phoneNumber, service, owner, isInHand, isScripted, prompts } = screen
  const { title, laid, scripted, pickUp, putDown, tryOut, others } = sandboxWords.phone
  const [text, does, label] = isInHand ? ['', 'put_down', putDown] : [laid, 'pick_up', pickUp]
  const main = (
    <>
      <h1>{title(owner)}</h1>
      {isScripted ? <p class="note">{scripted}</p> : text && <p class="note">{text}</p>}
      <div class="phone">
        <p>
          <strong>{service}</strong> <small>{phoneNumber}</small>
        </p>
        <Came decision={came} asks={prompts.length > 0} />
        <Prompts screen={screen} />
        <Messages screen={screen} />
      </div>
      {!isScripted && (
        <Form to={phonePath(phoneNumber)}>
          <input type="hidden" name="do" value={does} />
          <button type="submit" class={isInHand ? 'plain' : undefined}>
            {label}
          </button>
        </Form>
      )}
      <p class="onward">
        <Link to="/try/">{tryOut}</Link> · <Link to="/phone/">{others}</Link>
      </p>
    </>
  )
  const again = againSeconds[prompts.length > 0 ? 'asking' : 'idle']
  return { title: title(owner), main, isNarrow: true, againSeconds: again }
}

/** The result of the last decision, until the phone shows another prompt. */
function Came({ decision, asks }: { decision: string | null; asks: boolean }) {
  const { decisions } = sandboxWords
  if (decision === null || !Object.hasOwn(decisions, decision) || asks !== (decision === 'not_a_pin')) return null
  const text = decisions[decision as PhoneDecision]
  return (
    <p class={decision === 'approved' ? 'note' : 'note bad'} role="status">
      {text}
    </p>
  )
}

function Prompts({ screen }: { screen: PhoneScreen }) {
  const { phoneNumber, prompts, pin, isInHand, isScripted } = screen
  const { asks, nothing, until, approve, reject, ...words } = sandboxWords.phone
  if (prompts.length === 0) return isInHand && !isScripted ? <p>{nothing}</p> : null
  return (
    <section aria-labelledby="asks">
      <h2 id="asks">{asks}</h2>
      {prompts.map(({ receipt, text, status, untilMs }) => (
        <Form to={phonePath(phoneNumber)} class="box">
          <p>{text}</p>
          <p>
            <small>
              {status} · {until} <Moment ms={untilMs} />
            </small>
          </p>
          <input type="hidden" name="receipt" value={receipt} />
          <label>
            {words.pin(pin.length)}
            <small id={`hint-${receipt}`}>{words.pinHint(pin)}</small>
            <input
              name="pin"
              id={`pin-${receipt}`}
              type="password"
              inputmode="numeric"
              autocomplete="off"
              aria-describedby={`hint-${receipt}`}
            />
          </label>
          <p class="flow">
            <button type="submit" name="do" value="approve">
              {approve}
            </button>
            <button type="submit" name="do" value="reject" class="grave">
              {reject}
            </button>
          </p>
        </Form>
      ))}
    </section>
  )
}

function Messages({ screen: { messages } }: { screen: PhoneScreen }) {
  const { messages: title, noMessages } = sandboxWords.phone
  return (
    <section aria-labelledby="messages">
      <h2 id="messages">{title}</h2>
      {messages.length === 0 && <p>{noMessages}</p>}
      <ul class="texts">
        {messages.map(({ text, status, atMs }) => (
          <li>
            {text}
            <small>
              {status} · <Moment ms={atMs} />
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}
