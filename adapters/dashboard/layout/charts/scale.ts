/** The values at the lines of an axis, with zero among them: round steps that reach the lowest and the highest value. */
export function roundSteps({ low, high }: { readonly low: number; readonly high: number }): readonly number[] {
  const [from, to] = [Math.min(low, 0), Math.max(high, 0)]
  if (from === to) return [0, 1]
  const about = (to - from) / mostSteps
  const power = 10 ** Math.floor(Math.log10(about))
  const step = Math.max(1, power * (roundNumbers.find((round) => round * power >= about) ?? 10))
  const first = Math.floor(from / step)
  return Array.from({ length: Math.ceil(to / step) - first + 1 }, (_, index) => (first + index) * step)
}

/** About how many steps an axis has, and the numbers that are round, times a power of ten. */
const [mostSteps, roundNumbers] = [3, [1, 2, 5, 10]]

/** Makes the function that places values of an axis between a bottom and a top. */
export function placing(steps: readonly number[], { bottom, top }: { readonly bottom: number; readonly top: number }) {
  const [low = 0, high = 1] = [steps[0], steps.at(-1)]
  return (value: number) => rounded(bottom - ((value - low) / (high - low)) * (bottom - top))
}

/** A length to a tenth of a unit. */
export function rounded(length: number): number {
  return Math.round(length * 10) / 10
}
