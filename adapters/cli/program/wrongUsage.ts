import type { Command, CommanderError } from 'commander'

/** A command line that cannot be understood. The message states the problem and the expected words. */
export class WrongUsage extends Error {
  /** The way to more help; ends in a newline. */
  readonly hint: string

  constructor(message: string, command: Command) {
    super(message)
    this.name = 'WrongUsage'
    this.hint = `Usage: ${command.createHelp().commandUsage(command)}\nMore:  ${pathOf(command)} --help\n`
  }
}

/** Turns commander's error into our own, which also lists the expected words. */
export function wrongUsage(command: Command, { code, message }: CommanderError): WrongUsage {
  return new WrongUsage(`${pathOf(command)}: ${complaint(command, { code, message: clean(message) })}`, command)
}

/** The words of a command, such as `sente account show`. */
export function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name()
}

function complaint(command: Command, { code, message }: { code: string; message: string }): string {
  const commands = command.commands.map((sub) => sub.name()).join(', ')
  const options = command.options.map(({ flags }) => flags).join(', ')
  if (code === 'commander.help') return `a command is missing, expected one of: ${commands}`
  if (code === 'commander.unknownCommand') return `${message}, expected one of: ${commands}`
  if (code === 'commander.unknownOption') return `${message}, expected one of: ${options}`
  return message
}

function clean(message: string): string {
  return message.replace(/^error: /, '').replaceAll('\n', ' ')
}
