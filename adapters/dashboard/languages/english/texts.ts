import type { english } from './english.ts'

/** The texts of a language: those of English, each with another wording. */
export type Texts = InAnyLanguage<typeof english>

type InAnyLanguage<Of> = Of extends string
  ? string
  : Of extends (...given: infer Given) => string
    ? (...given: Given) => string
    : { readonly [Name in keyof Of]: InAnyLanguage<Of[Name]> }

/** A translator's work: some of the texts. */
export type Translation = Some<Texts>

type Some<Of> = Of extends string | readonly unknown[] | ((...given: never[]) => string)
  ? Of
  : { readonly [Name in keyof Of]?: Some<Of[Name]> }

/** The texts of a translation, and the English ones that it lacks. */
export function completed<Part>(source: Part, translated: unknown): Part {
  if (translated === undefined) return source
  if (!isGroup(source) || !isGroup(translated)) return translated as Part
  const entries = Object.entries(source).map(([name, part]) => [name, completed(part, translated[name])])
  return Object.fromEntries(entries)
}

/** Whether a part of the texts has texts by name; a list is one text. */
export function isGroup(part: unknown): part is Readonly<Record<string, unknown>> {
  return typeof part === 'object' && part !== null && !Array.isArray(part)
}
