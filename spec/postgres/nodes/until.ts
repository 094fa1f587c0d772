import { setTimeout } from 'node:timers/promises'

/** When to give up, in milliseconds: long enough for a machine that does ten other things. */
export const patienceMs = 400_000

/** How often to look, in milliseconds. */
const everyMs = 50

/** Waits until something is so; rejects with its name when it is not after a long while. */
export async function until(name: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpMs = performance.now() + patienceMs
  while (!(await isSo())) {
    if (performance.now() > giveUpMs) throw new Error(`it never came to this: ${name}`)
    await setTimeout(everyMs)
  }
}
