import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const executablePath = '/usr/bin/chromium'
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** Starts Debian's Chromium, which asks nothing of anybody by itself; the caller closes it. */
export async function startBrowser(): Promise<Browser> {
  if (!existsSync(executablePath)) throw new Error('the browser is missing: apt-get install -y chromium')
  return chromium.launch({ executablePath, args: flags })
}
