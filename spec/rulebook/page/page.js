// Runs in the reader's browser, as it stands here.
const input = document.querySelector('input')
const output = document.querySelector('output')
const folds = [...document.querySelectorAll('details')]
const rules = [...document.querySelectorAll('article')].map((element) => {
  const chapter = element.closest('.chapter').querySelector('h3').textContent
  return { element, number: element.id, text: `${element.textContent} ${chapter}`.toLowerCase() }
})

function search() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
  const found = rules.filter(({ element, number, text }) => {
    const isFound = words.every((word) => (/^\d+\.\d*$/.test(word) ? number.startsWith(word) : text.includes(word)))
    element.hidden = !isFound
    return isFound
  })
  for (const section of document.querySelectorAll('main section'))
    section.hidden = !section.querySelector('article:not([hidden])')
  document.body.classList.toggle('searching', words.length > 0)
  output.textContent = words.length === 0 ? '' : found.length === 1 ? '1 rule' : `${found.length} rules`
}

input.addEventListener('input', search)
input.form.addEventListener('submit', (event) => event.preventDefault())
// A link to a rule that the search has hidden shows it again.
addEventListener('hashchange', () => {
  const target = document.getElementById(location.hash.slice(1))
  if (!target?.closest('[hidden]')) return
  input.value = ''
  search()
  target.scrollIntoView()
})

// What is folded would be missing on paper.
let unfolded = []
addEventListener('beforeprint', () => {
  unfolded = folds.filter(({ open }) => !open)
  for (const fold of unfolded) fold.open = true
})
addEventListener('afterprint', () => {
  for (const fold of unfolded) fold.open = false
})

if (matchMedia('(max-width: 60rem)').matches) document.querySelector('nav details').open = false
