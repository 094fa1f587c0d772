/**
 * Rounds in which each has a turn, in an order swapped from one to the next: the machine's other work affects all
 * alike.
 */
export function inTurns<One>(all: readonly One[], rounds: number): One[][] {
  return Array.from({ length: rounds }, (_, round) => (round % 2 === 0 ? [...all] : [...all].reverse()))
}
