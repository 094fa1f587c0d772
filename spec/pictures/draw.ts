import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { createLink, isRefusal } from '../../core/sente.ts'
import { minuteMs } from '../fixtures/core.ts'
import { endRun } from '../fixtures/endings.ts'
import { startBrowser } from '../fixtures/http/browser.ts'
import { openDashboard } from '../fixtures/http/dashboard.ts'
import { openSandboxGateway } from '../fixtures/sandboxGateway.ts'
import { projectFolder } from '../sourceTree.ts'

// Draws the pictures of the documentation anew: `npm run pictures`.

const folder = join(projectFolder, 'docs', 'pictures')
mkdirSync(folder, { recursive: true })
const browser = await startBrowser()
try {
  await phone(browser)
  await pages(browser)
} finally {
  await browser.close()
  await endRun()
}

/** The dashboard, a payment, the operators' first page and a page to pay on, of a day at a shop. */
async function pages(browser: Browser): Promise<void> {
  const { origin, ports, pay, clock, userOf, caller } = await openDashboard()
  await pay('succeeds', { reference: 'wages-akello', amount: 24_000 })
  clock.forwardMs(7 * minuteMs)
  await pay('succeeds', { reference: 'wages-mukasa', amount: 31_000 })
  clock.forwardMs(12 * minuteMs)
  const { id, afterAnswer } = await pay('accepts', { reference: 'beans-jinja', amount: 4_250 })
  await afterAnswer({ outcome: 'mismatch', because: 'another amount' })
  await pay('declines', { reference: 'maize-nakawa', amount: 8_500 })
  clock.forwardMs(4 * minuteMs)
  await pay('accepts', { reference: 'wages-okot', amount: 19_500 })
  const link = await createLink(ports)({
    caller: await caller(),
    request: {
      ...{ reference: 'order-17', amount: 5_000, currency: 'UGX', description: 'Two kilograms of coffee' },
      ...{ uses: 1, returnUrl: null, expiresAtMs: null },
    },
  })
  if (!link || isRefusal(link)) throw new Error(link?.refused)
  const [manager, operator] = [await userOf(), await userOf('administrator', 'nakato@gateway.example')]
  const as = async (user: { readonly cookie: string }) => {
    const context = await browser.newContext({ viewport: { width: 900, height: 400 } })
    const [name = '', value = ''] = user.cookie.split('=')
    await context.addCookies([{ name, value, url: origin }])
    return context.newPage()
  }
  const operators = await as(operator)
  await draw(await as(manager), `${origin}/dashboard/`, 'dashboard')
  await draw(operators, `${origin}/operator/`, 'operators')
  await draw(operators, `${origin}/operator/payments/${id}`, 'payment')
  await draw(await browser.newPage({ viewport: { width: 400, height: 400 } }), `${origin}/pay/${link.token}`, 'pay')
}

async function draw(page: Page, url: string, name: string): Promise<void> {
  await page.goto(url)
  await take(page, 'body', name)
}

/** Takes a picture of a part of a page, in a format that keeps it small. */
async function take(page: Page, part: string, name: string): Promise<void> {
  const { x, y, width, height } = (await page.locator(part).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const devTools = await page.context().newCDPSession(page)
  const { data } = await devTools.send('Page.captureScreenshot', {
    ...{ format: 'webp', quality: 80, captureBeyondViewport: true },
    clip: { x, y, width, height, scale: 1 },
  })
  const path = join(folder, `${name}.webp`)
  writeFileSync(path, Buffer.from(data, 'base64'))
  console.log(`${path}: ${statSync(path).size} bytes`)
}

/** A customer's phone that asks for a PIN, after it was sent money. */
async function phone(browser: Browser): Promise<void> {
  const gateway = await openSandboxGateway()
  try {
    await phoneOf(gateway.url, browser)
  } finally {
    await gateway.close()
  }
}

async function phoneOf(url: string, browser: Browser): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 440, height: 700 } })
  await page.goto(`${url}/try/`)
  await pay('Send money', { amount: '12000', message: 'Wages of May' })
  await page.getByText('succeeded').waitFor()
  await page.goto(`${url}/try/`)
  await pay('Collect money', { amount: '5000', message: 'Order 17' })
  await page.getByLabel('PIN, 5 digits').fill('12345')
  await take(page, '.phone', 'phone')

  async function pay(title: string, { amount, message }: { amount: string; message: string }) {
    const form = page.locator('form', { has: page.getByRole('heading', { name: title }) })
    await form.getByLabel('Amount').fill(amount)
    await form.getByLabel('Text for the customer').fill(message)
    await form.getByRole('button', { name: title }).click()
    await page.getByRole('button', { name: 'UGX' }).click()
  }
}
