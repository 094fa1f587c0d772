import type { PartHead } from './heads.ts'

export const operators: PartHead = {
  title: 'Operators',
  introduction:
    'What those see who run sente or supervise it: how it is configured, starts and stops, what they enter and decide, how the books are followed up, audited, copied and restored, and what happens to payments when a process, a disk or a database server fails.',
  chapters: [
    {
      number: 101,
      title: 'Settings',
      introduction:
        'How the gateway is configured, and what it refuses to start with. A mistake is named before the first payment, without its secrets.',
    },
    {
      number: 102,
      title: 'The process',
      introduction:
        'How the server starts, stops and is killed, and what it writes meanwhile. A stop cuts off no payment, and a kill loses none.',
    },
    {
      number: 103,
      title: 'The operator’s accounts',
      introduction:
        'The operator opens accounts, enters the money that it holds for merchants, and decides who may use the API. What the operator repeats by mistake is entered once.',
    },
    {
      number: 104,
      title: 'The command line',
      introduction:
        'The operator’s commands: accounts, keys, funding, decisions, audits. They are safe to repeat, they say what they do to money, and they print no secret twice.',
    },
    {
      number: 105,
      title: 'Payments through the gateway',
      introduction:
        'Whole payments, from the merchant’s request to the network and back, as the gateway makes them when it is installed. Each way in which a payment can end is tried, on both networks.',
    },
    {
      number: 106,
      title: 'Callbacks',
      introduction:
        'The networks call back when a payment has ended. A callback is never believed, since it may be forged: it makes sente ask the network itself.',
    },
    {
      number: 107,
      title: 'The follow-up',
      introduction:
        'A network’s answer can be lost, and then nobody knows whether the money has moved. The follow-up asks the network until it is known, and until then the money stays held: silence never counts as failure.',
    },
    {
      number: 108,
      title: 'What operators decide and merchants see',
      introduction:
        'Some payments only a person can explain, and an operator may then decide how they end, with name and reason. Merchants see their own payments and nobody else’s.',
    },
    {
      number: 109,
      title: 'The audit',
      introduction:
        'The books are kept by double entry, and the audit adds them up again. What doesn’t fit is named, whether it happened by accident or somebody changed it.',
    },
    {
      number: 110,
      title: 'PIN keys',
      introduction:
        'PINs are sealed under a key that isn’t kept with the books, so that a stolen database gives no PIN away. The key can be replaced while payments go on, without a free guess for anybody.',
    },
    {
      number: 111,
      title: 'The log of requests',
      introduction:
        'Every request leaves a line by which an operator can explain it later. No line holds a key, a PIN, a phone number or a reference.',
    },
    {
      number: 112,
      title: 'Backups',
      introduction:
        'The books can be copied while the gateway runs, and put back after a disaster. Books that went back in time are noticed and quarantined, since they would pay again what they have forgotten.',
    },
    {
      number: 113,
      title: 'Quarantined books',
      introduction:
        'Books that were restored from a backup have forgotten the latest payments. They are quarantined: no payment is made until an operator has compared them with the networks, so that nothing is paid twice.',
    },
    {
      number: 114,
      title: 'The SQLite store',
      introduction:
        'The store that comes with sente: one file, which other processes may read and write meanwhile. What was answered is in it, even after any of them is killed.',
    },
    {
      number: 115,
      title: 'PostgreSQL',
      introduction:
        'The store that several nodes share: which servers are used, and which are not. A server that is away, has fallen behind or is one of two primaries costs no payment and repeats none.',
    },
    {
      number: 116,
      title: 'Several nodes',
      introduction:
        'Three servers over one database, which get the same requests at the same moment, and of which one dies. No merchant can tell them from a single server that never stops.',
    },
    {
      number: 117,
      title: 'Failover',
      introduction:
        'A cluster of three database machines, of which the primary is killed, switched or cut off while merchants pay. The nodes go on with the next one, and nobody was told anything that is not true.',
    },
    {
      number: 118,
      title: 'A database that goes back',
      introduction:
        'A copy is restored, or a standby that had fallen behind becomes the primary, and references that were paid look free again. Every node notices before its next payment, and no payment is made until a person has looked.',
    },
    {
      number: 119,
      title: 'The lines to the networks',
      introduction:
        'Payments over a network can be stopped: by an operator, or by the gateway itself when the network refuses what all of them have in common. While they are, nothing is recorded or sent, and what is open is followed up.',
    },
    {
      number: 120,
      title: 'Reconciliation',
      introduction:
        'What a network’s own books say is compared with ours, row by row. A file is read whole or not at all, nothing is matched by likeness, and what cannot be proven stays open for a person.',
    },
    {
      number: 121,
      title: 'Metrics',
      introduction:
        'What a gateway tells those who watch it, in figures: what it does, what is open, how its networks and its machine are. No figure names an account, a phone number or a payment.',
    },
    {
      number: 122,
      title: 'Running as a service',
      introduction:
        'What is shipped to run sente with: units of systemd, an image, compose files and examples of settings. Each is run, or held to what the program takes, so that an operator can start from them as they are.',
    },
    {
      number: 123,
      title: 'The case of a payment',
      introduction:
        'What was said to a network about a payment and what it answered is kept with the payment, so that an operator can see and show what happened. Secrets, names and the phone numbers of others are left out.',
    },
    {
      number: 124,
      title: 'Incidents',
      introduction:
        'When something is wrong, the doctor says what it is and names the page about it. The commands of these pages, as they stand there, end what they are about.',
    },
    {
      number: 125,
      title: 'Alerts',
      introduction:
        'Rules for Prometheus that are shipped with sente. The cause of each is made in a real gateway, and Prometheus evaluates what the gateway shows: nothing fires before, the alert does then, and it goes when the cause is mended.',
    },
    {
      number: 126,
      title: 'Who did what',
      introduction:
        'Each change that an operator makes is recorded with it: who made it, what it was before and is now, and why. The record is only ever added to, and what was removed from it or changed in it is found.',
    },
    {
      number: 127,
      title: 'Personal data',
      introduction:
        'What is kept about a phone number is shown, and erased from what has ended: when somebody asks for it, or after a number of days. A pseudonym stands in its place, so that the books, references and lists are as right as before.',
    },
    {
      number: 128,
      title: 'The operator’s own money',
      introduction:
        'What is at the bank, in the float of each network, and paid in fees, in double entry. Payments move the floats, the operator records the rest, and all of it together is what is owed to merchants.',
    },
    {
      number: 129,
      title: 'Spans',
      introduction:
        'Where a tracing SDK was loaded before sente, spans tell where the time of a payment goes: the request, the steps in the books, the question to the network, the delivery of its event. None names anybody.',
    },
    {
      number: 130,
      title: 'Fees',
      introduction:
        'What merchants pay is in the configuration, by schedules with a date, and what contradicts itself there keeps the server from starting. What was earned is in the books, beside what is owed to merchants.',
    },
    {
      number: 131,
      title: 'Batches of payouts',
      introduction:
        'Merchants ask for many payouts at once, and pause, resume and cancel them by themselves. Operators see all of them, and can do the same where a merchant cannot.',
    },
    {
      number: 132,
      title: 'Pages for people',
      introduction:
        'What account holders, operators and payers see in a browser: who may see which page, what no other site can do to it, and what it works without.',
    },
    {
      number: 133,
      title: 'People',
      introduction:
        'Users sign in in a browser: managers and viewers of an account, and operators. A link that works once makes a user, guesses are counted without keeping anybody out for long, and what a person does is recorded under that name.',
    },
    {
      number: 134,
      title: 'The operator’s desk',
      introduction:
        'Operators see in a browser what needs attention, every payment with what its network has said, accounts, and what people have changed. Nobody else finds these pages.',
    },
    {
      number: 135,
      title: 'Decisions at the desk',
      introduction:
        'Operators decide in a browser what commands decide, by the same use cases and under their own names: how a payment ended, what another operator has proposed. What somebody could do harm with who finds the browser open takes the password.',
    },
    {
      number: 136,
      title: 'What the operator’s desk shows',
      introduction:
        'Operators see in a browser how networks do: each line with its success, its times and what has stopped it, and how long floats last. They stop lines and take payments again there.',
    },
    {
      number: 137,
      title: 'Exceptions at the desk',
      introduction:
        'Where a network’s own file and the books do not say the same, operators see both sides in a browser, say who looks into it, and decide as the commands of `sente reconcile` do.',
    },
  ],
}
