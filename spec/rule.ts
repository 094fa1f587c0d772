type Example = () => unknown

/**
 * States a numbered rule as a fact, with the example that proves it, or several, each under a name of its own. Numbers
 * are `chapter.rule`; no two rules may share one.
 */
export function rule(number: string, sentence: string, examples: Example | Record<string, Example>): void {
  const title = `${number} ${sentence}`
  if (stated.has(number)) throw new Error(`rule ${number} is stated twice: "${stated.get(number)}" and "${sentence}"`)
  stated.set(number, sentence)
  if (typeof examples === 'function') {
    it(title, async () => void (await examples()))
    return
  }
  describe(title, () => {
    for (const [name, example] of Object.entries(examples)) it(name, async () => void (await example()))
  })
}

const stated = new Map<string, string>()
