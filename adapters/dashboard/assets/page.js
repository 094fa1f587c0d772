// Enhances pages. Each works without it.

// A session announces its end while there is time to send a form.
const ending = document.querySelector('[data-ending]')
let announcement
function announceLater() {
  clearTimeout(announcement)
  announcement = setTimeout(() => (ending.hidden = false), Number(ending.dataset.ending) * 1_000)
}
if (ending) announceLater()

// What a user fills in belongs to the page's place in the history: it is back after a reload, and on the way back.
const kept =
  ':is(input, select, textarea)[name]:not([type="password"], [type="file"], [type="hidden"], [autocomplete="one-time-code"], [readonly])'
const user = document.querySelector('.who a[href$="/me"]')?.textContent
const place = user && window.navigation?.currentEntry
const formsOf = () => [...document.querySelectorAll('main form[method="post"]')]
const valuesOf = (form) => [...form.querySelectorAll(kept)].map((field) => field[valueIn(field)])
const valueIn = (field) => (/checkbox|radio/.test(field.type) ? 'checked' : 'value')
// A form is the same one if the page has as many forms and fields, each in its place.
const keyOf = (form) => [formsOf().indexOf(form), formsOf().length, valuesOf(form).length, form.action].join(' ')
const filled = () => (place && place.getState()?.user === user ? place.getState().filled : {})
function putBack() {
  for (const form of formsOf()) {
    const values = filled()[keyOf(form)]
    if (values) for (const [at, field] of form.querySelectorAll(kept).entries()) field[valueIn(field)] = values[at]
  }
}
// Nothing leads back to a page that answers a form, so leaving it asks first.
const unsent = new Set()
if (place) {
  putBack()
  addEventListener('input', ({ target }) => {
    const { form } = target
    if (!formsOf().includes(form) || !target.matches(kept)) return
    navigation.updateCurrentEntry({ state: { user, filled: { ...filled(), [keyOf(form)]: valuesOf(form) } } })
    unsent.add(form)
  })
  addEventListener('submit', ({ target }) => unsent.delete(target))
  addEventListener('beforeunload', (event) => {
    if (unsent.size === 0 || !document.querySelector('main[data-answer]')) return
    event.preventDefault()
    setTimeout(sendable)
  })
}

// A page that waits reloads by itself. This script keeps the reader's place.
const waits = document.querySelector('main[data-again]')
if (waits) {
  const again = async () => {
    const answer = await fetch(location.href, { headers: { accept: 'text/html' } }).catch(() => undefined)
    const text = answer?.ok ? await answer.text() : undefined
    const main = text && new DOMParser().parseFromString(text, 'text/html').querySelector('main')
    if (!main) return setTimeout(again, 5_000)
    if (ending) announceLater()
    // Text that somebody is writing stays.
    const isWriting = document.activeElement?.matches('main :is(input, select, textarea)')
    if (!isWriting) {
      waits.replaceChildren(...main.childNodes)
      putBack()
    }
    if (main.dataset.again) setTimeout(again, Number(main.dataset.again) * 1_000)
  }
  setTimeout(again, Number(waits.dataset.again) * 1_000)
}

// A button that prints does nothing without this script, and is not shown.
for (const button of document.querySelectorAll('button[data-print]')) {
  button.hidden = false
  button.addEventListener('click', () => print())
}

// An address is selected as a whole, and copied or shared where the browser can do that.
for (const field of document.querySelectorAll('input[data-select]'))
  field.addEventListener('focus', () => field.select())
function offer(selector, isAble, act) {
  for (const button of document.querySelectorAll(selector)) {
    button.hidden = !isAble
    button.addEventListener('click', () => act(button).catch(() => {}))
  }
}
offer('button[data-copy]', navigator.clipboard !== undefined, async (button) => {
  await navigator.clipboard.writeText(button.dataset.copy)
  button.textContent = button.dataset.copied
})
offer('button[data-share]', navigator.share !== undefined, (button) => navigator.share({ url: button.dataset.share }))

// A form for a passkey is sent with the browser's answer.
const asking = document.querySelector('form[data-passkey]')
asking?.addEventListener('submit', async (event) => {
  event.preventDefault()
  const failed = document.querySelector('#passkey-failed')
  failed.hidden = true
  try {
    const options = JSON.parse(asking.dataset.options)
    const credential =
      asking.dataset.passkey === 'create'
        ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
        : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) })
    asking.elements.response.value = JSON.stringify(credential)
    asking.submit()
  } catch {
    failed.hidden = false
    delete asking.dataset.sent
  }
})

// Sends a form once, even after a double click.
addEventListener('submit', (event) => {
  const form = event.target
  if (form.dataset.sent) event.preventDefault()
  form.dataset.sent = 'yes'
})
addEventListener('pageshow', sendable)
function sendable() {
  for (const form of document.forms) delete form.dataset.sent
}
