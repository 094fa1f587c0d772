import type { Translation } from '../english/texts.ts'

/** The texts of an account’s charts in Luganda. */
export const lugandaCharts: Translation = {
  charts: {
    asTable: 'Ebyo byennyini mu lukalala',
    partial: 'Okusasula kwonna okw’ekiseera kino tekunnabalibwa.',
    noneEnded: 'tewali kwaggwa',
    counted: (succeeded, ended) => `${succeeded} ku ${ended}`,
    share: (share, ended) => `${Math.floor(share * 1_000) / 10} % ku ${ended}`,
    succeeded: (outcome) => `${outcome} kuwedde bulungi`,
    heading: 'Ebipande',
    all: 'Ebipande byonna',
    spans: { month: 'Ennaku 30 eziyise', quarter: 'Wiiki 13 eziyise' },
    nothing: 'Tewali kusasula kwaggwa mu kiseera kino.',
    title: {
      inAndOut: (currency) => `Ssente ezaayingira, n’ezaafuluma wansi wa zeero, ${currency}`,
      balance: (currency) => `Ezisigaddewo wamu n’ezikwatiddwa, ${currency}`,
      payments: 'Okusasula: okuwedde bulungi, n’okulemye waggulu',
      fees: (currency) => `Ebisale, ${currency}`,
    },
    figures: (part) =>
      `ezaayingira ${part.in}, ezaafuluma ${part.out}; ${part.outcome}; ebisale ${part.fees}; ezisigaddewo ${part.balance}`,
    together: (figures) => `Byonna awamu: ${figures}.`,
    label: (titles, figures) => `${titles}. Byonna awamu: ${figures}`,
    columns: {
      day: 'Ennaku',
      in: 'Ezaayingira',
      out: 'Ezaafuluma',
      outcome: 'Okusasula',
      fees: 'Ebisale',
      balance: 'Ezisigaddewo oluvannyuma',
    },
  },
}
