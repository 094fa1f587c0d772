/** Imported by a script: it ends when the process that started it does, whose pipe is its standard input. */
process.stdin.resume().on('end', () => process.exit(1))
