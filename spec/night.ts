/** Whether everything is tried, as `npm run test:night` does: every planted fault, order and kind of store. */
export const isNight = process.env.SPEC_NIGHT === 'yes'

/** How many times to try something: at night, and by day. */
export const times = ({ night, day }: { readonly night: number; readonly day: number }) => (isNight ? night : day)

/** At night all examples; by day one in five, and others on the next day. */
export const fifthOf = <Example>(examples: Readonly<Record<string, Example>>) => oneIn(5, examples)

/** At night all examples; by day one of them, and another one on the next day. */
export const oneOf = <Example>(examples: Readonly<Record<string, Example>>) =>
  oneIn(Object.keys(examples).length, examples)

/** At night always; by day for one question in five, and for another one on the next day. */
export function isTurn(): boolean {
  turn += 1
  return isNight || turn % 5 === 0
}

/** Differs from day to day, and from one table of examples to the next. */
let turn = Math.floor(Date.now() / 86_400_000)

function oneIn<Example>(share: number, examples: Readonly<Record<string, Example>>): Record<string, Example> {
  if (isNight) return { ...examples }
  const all = Object.entries(examples)
  const first = turn % Math.min(share, all.length)
  turn += 1
  return Object.fromEntries(all.filter((_, index) => index % share === first))
}
