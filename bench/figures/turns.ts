/**
 * Rounds in which each has a turn, the order swapped from one to the next: what the machine does meanwhile affects all
 * alike.
 */
export function inTurns<One>(all: readonly One[], rounds: number): One[][] {
  return Array.from({ length: rounds }, (_, round) => (round % 2 === 0 ? [...all] : [...all].reverse()))
}
