/** Factories of use cases, by the names of the use cases. */
export type Factories = Readonly<Record<string, (ports: never) => unknown>>

/** The ports that all of these factories need together. */
export type PortsOf<All extends Factories> = {
  [Name in keyof All]: (ports: Parameters<All[Name]>[0]) => void
}[keyof All] extends (ports: infer Ports) => void
  ? Ports
  : never

/** The use cases that these factories make, under the same names. */
export type Made<All extends Factories> = { readonly [Name in keyof All]: ReturnType<All[Name]> }

/**
 * Makes the use cases of one or several subjects from one object, which has all ports that they need.
 *
 * @typeParam All - the factories, by the names of their use cases
 */
export function made<All extends Factories>(factories: All, ports: PortsOf<All>): Made<All> {
  const all = Object.entries(factories).map(([name, useCase]) => [name, useCase(ports as never)])
  return Object.fromEntries(all) as Made<All>
}
