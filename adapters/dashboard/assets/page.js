// Enhances pages. Each works without it.

// A session announces its end while there is time to send a form.
const ending = document.querySelector('[data-ending]')
let announcement
function announceLater() {
  clearTimeout(announcement)
  announcement = setTimeout(() => (ending.hidden = false), Number(ending.dataset.ending) * 1_000)
}
if (ending) announceLater()

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
    if (!isWriting) waits.replaceChildren(...main.childNodes)
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

// Text that somebody has typed belongs to the page's place in the history, over a reload and over the way back.
const typable =
  'main form[method="post"] :is(input:not([type="password"], [type="file"], [type="hidden"], [type="checkbox"], [type="radio"], [readonly]), textarea)'
const user = document.querySelector('.who a')?.textContent
const place = user && window.navigation?.currentEntry
if (place) {
  const typed = () => (place.getState()?.user === user ? place.getState().typed : {})
  for (const field of document.querySelectorAll(typable)) {
    const { instead, value } = typed()[field.name] ?? {}
    if (instead === field.defaultValue) field.value = value
  }
  addEventListener('input', ({ target }) => {
    if (!target.matches(typable)) return
    const { name, defaultValue: instead, value } = target
    navigation.updateCurrentEntry({ state: { user, typed: { ...typed(), [name]: { instead, value } } } })
  })
}

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
addEventListener('pageshow', () => {
  for (const form of document.forms) delete form.dataset.sent
})
