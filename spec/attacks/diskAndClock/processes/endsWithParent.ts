/** A script that imports this ends with the process that started it, whose pipe is its standard input. */
process.stdin.resume().on('end', () => process.exit(1))
