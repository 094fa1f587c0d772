import type { PartHead } from '../book.ts'

export const theMachinery: PartHead = {
  title: 'The machinery',
  introduction:
    'How the program keeps what the first part promises, for engineers who run it, change it or look for its flaws. Most of it is about the moments in which a machine, a disk, a network or a client fails.',
  chapters: [
    {
      number: 13,
      title: 'An account repository',
      introduction:
        'What every store of accounts has to do, whatever it is made of. The same examples judge all of them, so that the core can rely on each alike.',
    },
    {
      number: 14,
      title: 'The books',
      introduction:
        'What every store of transactions and money has to do: steps are all or nothing, and no balance falls below zero. Whoever adds a store proves it with these examples.',
    },
    {
      number: 15,
      title: 'A mobile provider',
      introduction:
        'What every connection to a network has to do: say for certain that a payment was not sent, and otherwise admit doubt. Money is released on nothing less than certainty.',
    },
    {
      number: 48,
      title: 'Webhook endpoints',
      introduction:
        'What every store of endpoints has to do: give each to one node at a time, and forget no delivery that has not ended. Several nodes share the work, and take it up when one of them dies.',
    },
    {
      number: 16,
      title: 'Keys, PINs, ids and the clock',
      introduction:
        'Where randomness, secrets and time come from. A key can’t be guessed, an id is never given twice, and a clock that is put back shortens no wait.',
    },
    {
      number: 22,
      title: 'MTN MoMo',
      introduction:
        'How sente speaks to MTN and reads its answers. Only the answers that MTN documents decide about money; every other one is doubt.',
    },
    {
      number: 23,
      title: 'Airtel Money',
      introduction:
        'How sente speaks to Airtel, whose sources disagree in places: what they disagree about is a setting. Where several codes stand in one answer, all of them have to agree before money moves.',
    },
    {
      number: 24,
      title: 'What the networks share',
      introduction:
        'Connections, tokens and deadlines, which are alike for all networks. An answer counts only for the request that it belongs to.',
    },
    {
      number: 25,
      title: 'Both simulated networks, and MTN',
      introduction:
        'Imitations of the networks, which answer over real HTTP and can be told to fail: what both have in common, and MTN’s interface. They are written from the networks’ documents and not from sente, so that each is judged by the other.',
    },
    {
      number: 26,
      title: 'The simulated Airtel',
      introduction:
        'The imitation of Airtel’s interface, with its PINs, its signatures and two versions of payouts. Merchants try their own programs against it, and the rules about Airtel are proven on it.',
    },
    {
      number: 27,
      title: 'The SQLite store',
      introduction:
        'The store that comes with sente: one file, which other processes may read and write meanwhile. Its schema refuses by itself what would break the books.',
    },
    {
      number: 28,
      title: 'Flushes',
      introduction:
        'A commit is safe once it was flushed to the disk, and many commits share one flush. Nobody is told of anything that a flush has not covered.',
    },
    {
      number: 29,
      title: 'Power loss',
      introduction:
        'What is on the disk when the power fails, judged by the system calls of the server. Everything that was answered before is there after it.',
    },
    {
      number: 44,
      title: 'PostgreSQL',
      introduction:
        'The store that several nodes share. Servers that are away, connections that break in the middle of a commit and nodes that do the same at once lose nothing and do nothing twice.',
    },
    {
      number: 32,
      title: 'Settings',
      introduction:
        'How the gateway is configured, and what it refuses to start with. A mistake is named before the first payment, without its secrets.',
    },
    {
      number: 33,
      title: 'The process',
      introduction:
        'How the server starts, stops and is killed, and what it writes meanwhile. A stop cuts off no payment, and a kill loses none.',
    },
    {
      number: 35,
      title: 'The structure of the code',
      introduction:
        'Rules about the source code itself: what may import what, and how this rulebook is kept. Each is shown to notice an offence that was planted for it.',
    },
    {
      number: 36,
      title: 'The package',
      introduction:
        'What those get who install sente, embed its core or add a part of their own. The examples of the documentation are run as they stand.',
    },
    {
      number: 37,
      title: 'The benchmark’s database',
      introduction:
        'The large database in which sente’s speed is measured. It has to be like a real one, or the figures would be worth nothing.',
    },
    {
      number: 38,
      title: 'The model',
      introduction:
        'Thousands of random histories, judged by a model that is plain enough to be right. Whatever goes wrong in them, no money appears, disappears or stays held.',
    },
    {
      number: 39,
      title: 'Interleavings',
      introduction:
        'Requests, callbacks, sweeps and decisions about the same money, in every order that they can come in. None of the orders pays twice or loses anything.',
    },
    {
      number: 40,
      title: 'Crashes',
      introduction:
        'The server is killed under load, again and again. What it had answered is there when it is back, and the books agree with the networks.',
    },
    {
      number: 41,
      title: 'Faults of the networks',
      introduction:
        'Every way in which a connection to a network can fail, at every point of a payment. The rules say for each what the merchant is answered and where the money is.',
    },
    {
      number: 42,
      title: 'Hostile clients',
      introduction:
        'Clients that send nonsense, too much, too slowly or in somebody else’s name. None of them gets a payment that it may not make, or keeps others from theirs.',
    },
    {
      number: 43,
      title: 'Disk and clock',
      introduction:
        'Full disks, damaged files and clocks that jump. The gateway stops paying before it would pay wrongly, and says what is the matter.',
    },
    {
      number: 45,
      title: 'Several nodes',
      introduction:
        'Three servers over one database, which get the same requests at the same moment, and of which one dies. No merchant can tell them from a single server that never stops.',
    },
    {
      number: 47,
      title: 'Failover',
      introduction:
        'A cluster of three database machines, of which the primary is killed, switched or cut off while merchants pay. The nodes go on with the next one, and nobody was told anything that is not true.',
    },
    {
      number: 54,
      title: 'A database that goes back',
      introduction:
        'A copy is restored, or a standby that had fallen behind becomes the primary, and references that were paid look free again. Every node notices before its next payment, and no payment is made until a person has looked.',
    },
  ],
}
