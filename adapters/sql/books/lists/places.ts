import { inSmallLetters, type TransactionQuery } from '../../../../core/sente.ts'

/**
 * How many places there are: as many for texts as for amounts. A row of 64 short texts sets a tenth of its own, one of long
 * random ids two fifths, and amounts an eighth of theirs.
 */
export const places = 8192

/** How many places an amount has, besides those of its beginnings. */
const placesOfAmount = 2

/**
 * Calls `set` with the places of a row's texts and amounts, some more than once. They are stored: a change of this function
 * needs new rows. Every three letters in a row have one place; an amount has some, and so has each shorter number that it
 * begins with, by its length.
 */
export function eachPlace(texts: string, amounts: readonly number[], set: (place: number) => void): void {
  for (let at = 2; at < texts.length; at += 1)
    set(placeOf(texts.charCodeAt(at - 2), texts.charCodeAt(at - 1), texts.charCodeAt(at)))
  for (const amount of amounts) eachBeginning(amount, 0, set)
}

/** The last beginning has no digit: it is only the length of the amount. */
function eachBeginning(amount: number, without: number, set: (place: number) => void): void {
  for (let [dropped, begins, isOver] = [without, amount, false]; !isOver; dropped += 1) {
    for (let nth = 0; nth < placesOfAmount; nth += 1) set(placeOfAmount(begins, dropped, nth))
    isOver = begins === 0
    begins = Math.floor(begins / 10)
  }
}

/** Lists of places. A row can match only if it has all places of one of them. */
export type Sought = readonly (readonly number[])[]

/**
 * The places that a search reads: a row can match only if it matches each. None of a text that is too short, and of amounts
 * that are beyond exact numbers or a wide range between uneven numbers.
 */
export function placesSought({ part, amountsMinor }: Pick<TransactionQuery, 'part' | 'amountsMinor'>): Sought[] {
  const letters = new Set<number>()
  eachPlace(inSmallLetters(part ?? ''), [], (place) => letters.add(place))
  const isExact = amountsMinor !== undefined && amountsMinor.to <= BigInt(Number.MAX_SAFE_INTEGER)
  const amounts = isExact ? beginningsOf(Number(amountsMinor.from), Number(amountsMinor.to)) : []
  return [
    ...(letters.size === 0 ? [] : [[spread([...letters], mostOfText)]]),
    ...(isExact && amounts.length <= mostOfAmounts ? [amounts] : []),
  ]
}

/** The most places that are read for a text, and the most beginnings for amounts. More would rule out few rows. */
const [mostOfText, mostOfAmounts] = [8, 64]

/** So many of a list's values, from its whole length. */
function spread<Value>(values: readonly Value[], most: number): Value[] {
  const step = Math.max(1, values.length / most)
  return values.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step))
}

/** The places of the beginnings that all amounts between two, and no others, have: 4800 to 4999 is `48..` and `49..`. */
function beginningsOf(from: number, to: number): number[][] {
  const found: number[][] = []
  // Few rows have all beginnings of a number that none of their amounts begins with.
  const add = (begins: number, dropped: number) => {
    const own: number[] = []
    eachBeginning(begins, dropped, (place) => own.push(place))
    found.push(own)
  }
  for (let [first, last, dropped] = [Math.max(1, from), to, 0]; first <= last; dropped += 1) {
    for (; first <= last && first % 10 !== 0; first += 1) add(first, dropped)
    for (; first <= last && last % 10 !== 9; last -= 1) add(last, dropped)
    first = Math.ceil(first / 10)
    last = Math.floor(last / 10)
  }
  return found
}

function placeOfAmount(begins: number, dropped: number, nth: number): number {
  return places / 2 + placeOf(dropped * placesOfAmount + nth, begins % 0x1000000, Math.floor(begins / 0x1000000))
}

/** Mixes three numbers, as hash functions do. */
function placeOf(one: number, two: number, three: number): number {
  const joined = Math.imul(one, 0x9e3779b1) ^ Math.imul(two, 0x85ebca6b) ^ Math.imul(three, 0xc2b2ae35)
  const mixed = Math.imul(joined ^ (joined >>> 15), 0x2c1b3c6d)
  return ((mixed ^ (mixed >>> 12)) >>> 0) % (places / 2)
}
