import type { PartHead } from './heads.ts'

export const embedders: PartHead = {
  title: 'Embedders',
  introduction:
    'What those rely on who build sente into a service of their own: the packages, and what each port promises with any adapter behind it. Every adapter is proven with these examples.',
  chapters: [
    {
      number: 201,
      title: 'The package',
      introduction:
        'What those get who install sente, embed its core or add a part of their own. The examples of the documentation are run as they stand.',
    },
    {
      number: 202,
      title: 'An account repository',
      introduction:
        'What every store of accounts has to do. The same examples are run for all of them, so that the core can rely on each in the same way.',
    },
    {
      number: 203,
      title: 'The books',
      introduction:
        'What every store of transactions and money has to do: steps are all or nothing, and no balance falls below zero. Every store is proven with these examples.',
    },
    {
      number: 204,
      title: 'A mobile provider',
      introduction:
        'What every connection to a network has to do: say for certain that a payment was not sent, and otherwise admit doubt. Money is released only when that is certain.',
    },
    {
      number: 205,
      title: 'Webhook endpoints',
      introduction:
        'What every store of endpoints has to do: give each to one node at a time, and forget no delivery that has not ended. Several nodes share the work, and take it up when one of them dies.',
    },
    {
      number: 206,
      title: 'Keys, PINs, ids and the clock',
      introduction:
        'Where randomness, secrets and time come from. A key can’t be guessed, an id is never given twice, and a clock that is put back shortens no wait.',
    },
    {
      number: 207,
      title: 'Figures',
      introduction:
        'What every store has to tell those who watch a gateway: what is open, what a person has to look at, and how endpoints are. The same books give the same figures on every node.',
    },
    {
      number: 208,
      title: 'Reconciliations',
      introduction:
        'What every store promises about comparisons with networks’ files: rows that are found by id and by time, verdicts that stay, and how much of the money is confirmed.',
    },
    {
      number: 209,
      title: 'The operator’s own money',
      introduction:
        'What every store promises about the money of whoever runs the gateway: moves that are there once, and what payments came to, by network.',
    },
    {
      number: 210,
      title: 'Batches of payouts',
      introduction:
        'What every store promises about batches: a draft that is not accepted is nothing, a line is opened once, and a batch is given to one node at a time.',
    },
    {
      number: 211,
      title: 'Users',
      introduction:
        'What every store promises about who signs in: an invitation that is used up once, a name that is one user’s, changes one after another, and attempts of which no more are counted than may be.',
    },
    {
      number: 212,
      title: 'Payment links',
      introduction:
        'What every store promises about payment links: one for each reference, and no more payments through it than it is for, however many come at once.',
    },
  ],
}
