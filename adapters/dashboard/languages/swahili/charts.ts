import type { Translation } from '../english/texts.ts'

/** The texts of an account’s charts in Swahili. */
export const swahiliCharts: Translation = {
  charts: {
    asTable: 'Takwimu hizohizo kama jedwali',
    partial: 'Malipo yote ya kipindi hiki bado hayajahesabiwa.',
    noneEnded: 'hakuna yaliyomalizika',
    counted: (succeeded, ended) => `${succeeded} kati ya ${ended}`,
    share: (share, ended) => `${Math.floor(share * 1_000) / 10} % ya ${ended}`,
    succeeded: (outcome) => `${outcome} yamefaulu`,
    heading: 'Chati',
    all: 'Chati zote',
    spans: { month: 'Siku 30 zilizopita', quarter: 'Wiki 13 zilizopita' },
    nothing: 'Hakuna malipo yaliyomalizika katika kipindi hiki.',
    title: {
      inAndOut: (currency) => `Pesa zilizoingia, na zilizotoka chini ya sifuri, ${currency}`,
      balance: (currency) => `Salio pamoja na pesa zilizoshikiliwa, ${currency}`,
      payments: 'Malipo: yaliyofaulu, na yaliyoshindikana juu yake',
      fees: (currency) => `Ada, ${currency}`,
    },
    figures: (part) =>
      `zilizoingia ${part.in}, zilizotoka ${part.out}; ${part.outcome}; ada ${part.fees}; salio ${part.balance}`,
    together: (figures) => `Kwa jumla: ${figures}.`,
    label: (titles, figures) => `${titles}. Kwa jumla: ${figures}`,
    columns: {
      day: 'Siku',
      in: 'Zilizoingia',
      out: 'Zilizotoka',
      outcome: 'Malipo',
      fees: 'Ada',
      balance: 'Salio baadaye',
    },
  },
}
