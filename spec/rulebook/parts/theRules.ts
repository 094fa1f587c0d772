import type { PartHead } from '../book.ts'

export const theRules: PartHead = {
  title: 'The rules',
  introduction:
    'What sente promises to merchants, to their customers and to those who run or supervise it: who may pay, in which order requests are judged, and what happens to the money. Each rule is proven by the examples folded below it, which run against the real program.',
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
        'A payout takes money from a merchant’s balance and sends it to a phone. These rules say when the money is held, when it is gone for good and when it comes back, so that no payout is made twice and none takes more than there is.',
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
      number: 56,
      title: 'Limits',
      introduction:
        'However many accounts and nodes take part, a customer’s phone is asked for no more payments than a person can bear. What is beyond a limit is refused with the limit’s name and its end, and its reference stays free.',
    },
    {
      number: 7,
      title: 'The operator’s accounts',
      introduction:
        'The operator opens accounts, enters the money that it holds for merchants, and decides who may use the API. Whatever the operator repeats by mistake is entered once.',
    },
    {
      number: 8,
      title: 'The audit',
      introduction:
        'The books are kept by double entry, and the audit adds them up again. Whatever doesn’t fit is named, whether by accident or by somebody’s hand.',
    },
    {
      number: 9,
      title: 'The follow-up',
      introduction:
        'A network’s answer can be lost, and then nobody knows whether the money has moved. The follow-up asks the network until it is known, and until then the money stays held: silence never counts as failure.',
    },
    {
      number: 10,
      title: 'What operators decide and merchants see',
      introduction:
        'Some payments only a person can explain, and an operator may then decide how they end, with name and reason. Merchants see their own payments and nobody else’s.',
    },
    {
      number: 11,
      title: 'Quarantined books',
      introduction:
        'Books that were restored from a backup have forgotten the latest payments. They are quarantined: no payment is made until an operator has compared them with the networks, so that nothing is paid twice.',
    },
    {
      number: 12,
      title: 'PIN keys',
      introduction:
        'PINs are sealed under a key that isn’t kept with the books, so that a stolen database gives no PIN away. The key can be replaced while payments go on, without a free guess for anybody.',
    },
    {
      number: 17,
      title: 'The merchants’ API',
      introduction:
        'The two calls that send and collect money: what a request has to look like, and how it is answered. Every error has one code, one status and one message, and says by its link which rule it comes of.',
    },
    {
      number: 18,
      title: 'Look-ups',
      introduction:
        'A merchant can look up its payments and balances at any time. After an answer that was lost, that is how it learns whether it was paid.',
    },
    {
      number: 51,
      title: 'Statements',
      introduction:
        'A statement shows why a balance is what it is: every movement, with the balance after it. Periods that follow one another have each movement once, so that a merchant’s books and the gateway’s can be compared line by line.',
    },
    {
      number: 46,
      title: 'Events',
      introduction:
        'Whatever ends a payment or moves a merchant’s money is told to the merchant as an event. Events are counted without a gap, so that a program that was switched off reads on where it stopped and misses nothing.',
    },
    {
      number: 49,
      title: 'Webhooks',
      introduction:
        'Events are also sent to the merchant’s own servers, signed, and again and again until they are there. Nobody can use them to reach the operator’s network, and no slow server holds up another.',
    },
    {
      number: 50,
      title: 'The API describes itself',
      introduction:
        'The API tells people and programs what it is: every call, every answer and every error, from the same source that checks requests. The description is true: every answer in these tests is compared with it.',
    },
    {
      number: 52,
      title: 'The merchants’ guide',
      introduction:
        'A guide leads merchants from the first payment to verified webhooks. Whatever it tells them to type is run, and whatever answer it shows is compared with the real one.',
    },
    {
      number: 53,
      title: 'The client',
      introduction:
        'A library for merchants’ programs makes every call of the API, and repeats what is safe to repeat. It never makes a payment twice, and never believes a message that is not signed.',
    },
    {
      number: 19,
      title: 'Callbacks',
      introduction:
        'The networks call back when a payment has ended. A callback is never believed, since it may be forged: it makes sente ask the network itself.',
    },
    {
      number: 20,
      title: 'The log of requests',
      introduction:
        'Every request leaves a line by which an operator can explain it later. No line holds a key, a PIN, a phone number or a reference.',
    },
    {
      number: 21,
      title: 'Limits',
      introduction:
        'How many requests an account may make, and how many keys a stranger may try. The limits of one never cost another anything, and a limited request does nothing at all.',
    },
    {
      number: 55,
      title: 'Neighbours',
      introduction:
        'Accounts share a gateway, and what one of them asks for takes time and memory from the others. They take turns, so that no account and no stranger holds up the payments of another.',
    },
    {
      number: 30,
      title: 'Backups',
      introduction:
        'The books can be copied while the gateway runs, and put back after a disaster. Books that went back in time are noticed and quarantined, since they would pay again what they have forgotten.',
    },
    {
      number: 31,
      title: 'The command line',
      introduction:
        'The operator’s commands: accounts, keys, funding, decisions, audits. They are safe to repeat, they say what they do to money, and they print no secret twice.',
    },
    {
      number: 34,
      title: 'Payments through the gateway',
      introduction:
        'Whole payments, from the merchant’s request to the network and back, as the gateway makes them when it is installed. Each way in which a payment can end is tried, on both networks.',
    },
  ],
}
