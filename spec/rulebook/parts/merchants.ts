import type { PartHead } from './heads.ts'

export const merchants: PartHead = {
  title: 'Merchants',
  introduction:
    'What merchants and their customers see: who may pay, in which order requests are judged, what happens to the money, and how a program asks, is answered and is told. Each rule is proven by the examples folded below it, which run against the real program.',
  chapters: [
    {
      number: 1,
      title: 'Callers',
      introduction:
        'Every request carries a secret key, and this chapter settles whose request it is. Nobody can move an account’s money without a key of that account that is still active.',
    },
    {
      number: 2,
      title: 'The order of the rules',
      introduction:
        'A request that breaks several rules is refused for the first of them, and the order never changes. A refused request costs nothing: no money is held, and its reference can be used again.',
    },
    {
      number: 3,
      title: 'Money',
      introduction:
        'How small and how large an amount may be, and how the number in a request becomes an amount in the books. No amount is ever rounded: one that a currency can’t express is refused.',
    },
    {
      number: 4,
      title: 'Payouts',
      introduction:
        'A payout takes money from a merchant’s balance and sends it to a phone. These rules say when the money is held, when it is gone and when it comes back, so that no payout is made twice and none takes more than there is.',
    },
    {
      number: 5,
      title: 'Collections',
      introduction:
        'A collection asks a customer to pay into a merchant’s balance. The balance grows when the network says that the customer has paid, and not before.',
    },
    {
      number: 6,
      title: 'PINs',
      introduction:
        'Every payout needs the account’s PIN, so that a stolen key alone empties no balance. Wrong PINs are counted one by one, and five in a row lock the PIN for a while.',
    },
    {
      number: 7,
      title: 'Risk limits',
      introduction:
        'However many accounts and nodes take part, a customer’s phone is asked for no more payments than a person can put up with, and an account pays no more in a day, or at once, than its operator allows. What is beyond a limit is refused with the limit’s name and its end, and its reference stays free.',
    },
    {
      number: 8,
      title: 'Payments over HTTP',
      introduction:
        'The two calls that send and collect money: what a request has to look like, and how it is answered. Every error has one code, one status and one message, and its link says which rule it comes from.',
    },
    {
      number: 9,
      title: 'Look-ups',
      introduction:
        'A merchant can look up its payments and balances at any time. After an answer that was lost, that is how it learns whether it was paid.',
    },
    {
      number: 10,
      title: 'Statements',
      introduction:
        'A statement shows why a balance is what it is: every movement, with the balance after it. Periods that follow one another have each movement once, so that a merchant’s books and the gateway’s can be compared line by line.',
    },
    {
      number: 11,
      title: 'Events',
      introduction:
        'The merchant is told of everything that ends a payment or moves its money by an event. Events are counted without a gap, so that a program that was switched off reads on where it stopped and misses nothing.',
    },
    {
      number: 12,
      title: 'Webhooks',
      introduction:
        'Events are also sent to the merchant’s own servers, signed, and again and again until they are there. Nobody can use them to reach the operator’s network, and no slow server holds up another.',
    },
    {
      number: 13,
      title: 'Limits on requests',
      introduction:
        'How many requests an account may make, and how many keys a stranger may try. The limits of one never cost another anything, and a limited request does nothing at all.',
    },
    {
      number: 14,
      title: 'Neighbours',
      introduction:
        'Accounts share a gateway, and what one of them asks for takes time and memory from the others. They take turns, so that no account and no stranger holds up the payments of another.',
    },
    {
      number: 15,
      title: 'The API describes itself',
      introduction:
        'The API tells people and programs what it is: every call, every answer and every error, from the same source that checks requests. The description is true: every answer in these tests is compared with it.',
    },
    {
      number: 16,
      title: 'The merchants’ guide',
      introduction:
        'A guide leads merchants from the first payment to verified webhooks. What it tells them to type is run, and the answers that it shows are compared with the real ones.',
    },
    {
      number: 17,
      title: 'The client',
      introduction:
        'A library for merchants’ programs makes every call of the API, and repeats what is safe to repeat. It never makes a payment twice, and never believes a message that is not signed.',
    },
    {
      number: 18,
      title: 'The sandbox’s networks',
      introduction:
        'Networks that are imitated over real HTTP, and do what the last digits of a phone number say. Merchants try their own programs against every end that a payment can have.',
    },
    {
      number: 19,
      title: 'Fees',
      introduction:
        'An operator may charge merchants for payments, by schedules with a date. What a payment costs is fixed when it is opened, is exactly what the schedule says, and is charged only if the payment succeeds.',
    },
    {
      number: 20,
      title: 'Receipts and texts for customers',
      introduction:
        'A payment carries a short text to the customer’s phone, and brings back the number of the receipt that the customer has from the network. By that number a merchant finds the payment that a customer asks about.',
    },
    {
      number: 21,
      title: 'Keys',
      introduction:
        'A secret key can be made for some things only, for some time, and for some addresses. What a till or a partner has then cannot do what only the office may.',
    },
    {
      number: 22,
      title: 'Recipients',
      introduction:
        'Before it pays, a merchant can ask the network whose number it is, so that money goes to whom it is meant for. Names are people’s own: they are told in short, kept nowhere, and nobody can go through numbers to gather them.',
    },
    {
      number: 23,
      title: 'Many payouts at once',
      introduction:
        'A batch is accepted whole, with one PIN, and its money is held at once. Its lines become payouts of their own when the networks have room, each exactly once, whatever breaks off when.',
    },
    {
      number: 24,
      title: 'Refunds',
      introduction:
        'A merchant pays back what a customer has paid, in whole or in part. A refund is a payout that is bound to its collection: of a collection no more is refunded than was collected, however many refunds are asked for at once.',
    },
    {
      number: 25,
      title: 'Payment links',
      introduction:
        'A merchant without a program gives a customer a URL, on whose page the customer enters a phone number and is asked to pay. Nobody pays twice by accident, and a link is paid as often as it is for.',
    },
    {
      number: 26,
      title: 'The dashboard',
      introduction:
        'What the people of an account see and set in a browser: balances, payments, the statement, and the settings that the API goes by. It is complete without a script.',
    },
    {
      number: 27,
      title: 'What holders do in the browser',
      introduction:
        'What merchants do with their keys, the people of an account do in a browser: webhook endpoints, events and deliveries, payment links and refunds. Whatever somebody changes there is recorded under their name.',
    },
    {
      number: 28,
      title: 'What an account holder oversees in the browser',
      introduction:
        'People without a program pay many phones at once: they upload a file, see what is wrong with which line, correct it and pay it. What waits for somebody is on the first page.',
    },
  ],
}
