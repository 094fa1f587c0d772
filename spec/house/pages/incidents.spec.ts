import { expect } from 'chai'
import { test } from '../../rule.ts'
import { pages, type SourceFile } from '../../sourceTree.ts'
import { isKnown } from './knownCommand.ts'

const runbooks = pages().filter(({ path }) => /^docs\/operating\/incidents\/(?!README)/.test(path))

const sections = ['Symptoms', 'Effect on money', 'Remedy', 'When it is over']

describe('The pages: incidents', () => {
  test('each lists the symptoms, the effect on money, the remedy and the signs of recovery, within 1,500 words', {
    'the pages keep it': () => {
      expect(runbooks).to.have.length.above(10)
      expect(runbooks.flatMap(misshapen)).to.deep.equal([])
    },
    'planted offences are found': () => {
      const page = (text: string) => misshapen({ path: 'docs/operating/incidents/a.md', text })
      const whole = sections.map((section) => `## ${section}\n\nx\n\n`).join('')
      expect(page(whole)).to.deep.equal([])
      expect(page(whole.replace('## Remedy', '## Steps'))).to.have.length(1)
      expect(page(whole + 'word '.repeat(1_500))).to.have.length(1)
    },
  })

  test('each of their commands exists in sente, with all its options', {
    'the pages keep it': async () => {
      const commands = runbooks.flatMap(({ path, text }) => commandsOf(text).map((command) => ({ path, command })))
      expect(commands).to.have.length.above(30)
      const unknown = await Promise.all(commands.map(async (one) => ((await isKnown(one.command)) ? [] : [one])))
      expect(unknown.flat()).to.deep.equal([])
    },
    'planted offences are found': async () => {
      const known = ['network pause MTN --because "x y"', 'webhook set ID ENDPOINT_ID --enabled on', '--version']
      for (const command of known) expect(await isKnown(command), command).to.equal(true)
      const unknown = ['network stop MTN', 'network pause MTN --why "x"', 'audits']
      for (const command of unknown) expect(await isKnown(command), command).to.equal(false)
    },
  })
})

function misshapen({ path, text }: SourceFile): string[] {
  const found = [...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)
  const words = text.split(/\s+/).length
  return [
    ...(found.join() === sections.join() ? [] : [`${path} has the sections ${found.join(', ')}`]),
    ...(words <= 1_500 ? [] : [`${path} has ${words} words`]),
  ]
}

/** The commands in a page's blocks, without the program's name. */
function commandsOf(text: string): string[] {
  const blocks = [...text.matchAll(/^ *```sh\n(.*?)^ *```$/gms)].map(([, block = '']) => block)
  return blocks.flatMap((block) =>
    [...block.matchAll(/^ *node_modules\/\.bin\/sente (.*)$/gm)].map(([, command = '']) => command),
  )
}
