import { expect } from 'chai'

type Example = () => unknown

/**
 * States a numbered rule as a fact, with the example that proves it, or several with a name each. Numbers are
 * `chapter.rule`. A contract suite states its rules once for every adapter; otherwise no two rules share a number.
 */
export function rule(number: string, sentence: string, examples: Example | Record<string, Example>): void {
  const other = stated.get(number) ?? sentence
  stated.set(number, other)
  // A test, not a throw: mocha loads a file that throws a second time, in another way, with no number stated yet.
  if (other !== sentence) it(`${number} is one rule`, () => expect(sentence).to.equal(other))
  const named = typeof examples === 'function' ? { '': examples } : examples
  for (const [name, example] of Object.entries(named)) {
    it(`${number} ${sentence}${name && `: ${name}`}`, async () => void (await example()))
  }
}

const stated = new Map<string, string>()
