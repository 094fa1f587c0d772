/** Whether everything is tried, as `npm run test:night` does: every planted fault, order and kind of store. */
export const isNight = process.env.SENTE_SPEC_NIGHT === 'yes'

/** How many times to try something: at night, and by day. */
export const times = ({ night, day }: { readonly night: number; readonly day: number }) => (isNight ? night : day)

/** At night all examples; by day one in five, and another fifth on the next day. */
export function fifthOf<Example>(examples: Readonly<Record<string, Example>>): Record<string, Example> {
  const today = Math.floor(Date.now() / 86_400_000)
  return Object.fromEntries(Object.entries(examples).filter((_, index) => isNight || (index + today) % 5 === 0))
}
