import { openCommandLine } from '../../rules/operators/104-command-line/commandLine.ts'

/** Whether the help of the command that a line begins with names every option of the line. */
export async function isKnown(line: string): Promise<boolean> {
  const words = line.replaceAll(/"[^"]*"/g, 'X').split(' ')
  const options = words.filter((word) => word.startsWith('--'))
  const names = words.slice(0, 2).filter((word) => /^[a-z-]+$/.test(word) && !word.startsWith('-'))
  const { sente } = await openCommandLine()
  const { code, out } = await sente(...names, '--help')
  return (
    code === 0 && out.includes(`sente ${names.join(' ')}`.trim()) && options.every((option) => out.includes(option))
  )
}
