import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { startBrowser } from '../fixtures/http/browser.ts'
import { openSandboxGateway } from '../fixtures/sandboxGateway.ts'
import { projectFolder } from '../sourceTree.ts'

// Draws the pictures of the documentation anew: `npm run pictures`.

const folder = join(projectFolder, 'docs', 'pictures')
mkdirSync(folder, { recursive: true })
const gateway = await openSandboxGateway()
const browser = await startBrowser()
try {
  await phone()
} finally {
  await browser.close()
  await gateway.close()
}

/** A customer's phone that asks for a PIN, after it was sent money. */
async function phone(): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 440, height: 700 } })
  await page.goto(`${gateway.url}/try/`)
  await pay('Send money', { amount: '12000', message: 'Wages of May' })
  await page.getByText('succeeded').waitFor()
  await page.goto(`${gateway.url}/try/`)
  await pay('Collect money', { amount: '5000', message: 'Order 17' })
  await page.getByLabel('PIN, 5 digits').fill('12345')
  const path = join(folder, 'phone.png')
  await page.locator('.phone').screenshot({ path })
  console.log(`${path}: ${statSync(path).size} bytes`)

  async function pay(title: string, { amount, message }: { amount: string; message: string }) {
    const form = page.locator('form', { has: page.getByRole('heading', { name: title }) })
    await form.getByLabel('Amount').fill(amount)
    await form.getByLabel('Text for the customer').fill(message)
    await form.getByRole('button', { name: title }).click()
  }
}
