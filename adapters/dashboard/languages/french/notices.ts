import { plurals } from '../english/plurals.ts'
import type { Translation } from '../english/texts.ts'

const many = plurals('fr')

/** The texts in French of notices, and of the pages about them. */
export const frenchNotices: Translation = {
  notices: {
    title: 'Avis',
    texts: {
      paid: (sum) => `${sum} reçus`,
      paidTogether: (payments, sum) =>
        `${many(payments, { one: '# paiement reçu', other: '# paiements reçus' })}, ${sum} en tout`,
      proposal: (proposal) => `La proposition ${proposal} attend une deuxième personne`,
      batch: (lines) => `Un lot de ${many(lines, { one: '# envoi', other: '# envois' })} attend une deuxième personne`,
      batchOf: (lines, sum) =>
        `Un lot de ${many(lines, { one: '# envoi', other: '# envois' })}, ${sum}, attend une deuxième personne`,
      endpoint: {
        fails: 'Une adresse de webhook n’accepte aucun événement',
        off: 'Une adresse de webhook a été désactivée',
      },
      keys: {
        'key.create': 'Une nouvelle clé d’API a été créée',
        'key.rotate': 'Une clé d’API a une remplaçante',
        'key.revoke': 'Une clé d’API a été révoquée',
        expires: 'Une clé d’API expire bientôt',
      },
      users: {
        'user.invite': (role) => `Une personne a été invitée, avec le rôle : ${role}`,
        'user.new-password': () => 'Un lien pour un nouveau mot de passe a été créé pour un utilisateur',
        'user.join': (role) => `Un utilisateur est arrivé, avec le rôle : ${role}`,
        'user.set': (role) => `Un utilisateur a maintenant le rôle : ${role}`,
        'user.suspend': () => 'Un utilisateur a été suspendu',
        'user.resume': () => 'Un utilisateur suspendu peut de nouveau se connecter',
        'user.remove': () => 'Un utilisateur a été retiré',
        'user.reset-second-step': () => 'La deuxième étape d’un utilisateur a été réinitialisée',
        changed: () => 'Un utilisateur a été modifié',
      },
      roles: {
        owner: 'propriétaire',
        finance: 'finances',
        support: 'assistance',
        developer: 'développeur',
        viewer: 'lecture seule',
        administrator: 'administrateur',
        security: 'sécurité',
      },
      float: (network, currency) => `La réserve chez ${network} en ${currency} sera bientôt épuisée`,
      mail: {
        several: (notices) => `${notices} avis`,
        choose: (url) => `Choisissez les avis que vous recevez : ${url}`,
        codeSubject: 'Le code pour votre adresse de courriel',
        codeText:
          'Entrez ce code sur la page où vous avez donné votre adresse. Il est valable une heure.\nSi vous ne l’avez pas demandé, ignorez ce courriel.',
      },
    },
    kinds: {
      paid: 'Les paiements reçus',
      approval: 'Les lots et les propositions qui vous attendent',
      endpoint: 'Les adresses de webhook qui échouent',
      key: 'Les clés d’API que d’autres créent ou révoquent, ou qui expirent bientôt',
      people: 'Les utilisateurs que d’autres invitent, modifient ou retirent',
      float: 'Les réserves bientôt épuisées',
    },
    mails: {
      none: '',
      due: 'Le courriel attend son tour.',
      sending: 'Le courriel part.',
      sent: 'Envoyé par courriel.',
      given_up: 'Le courriel n’a pas pu être envoyé.',
      doubtful: 'Le courriel est peut-être arrivé, donc il n’est pas renvoyé.',
    },
    none: 'Il n’y a aucun avis.',
    when: 'Quand',
    notice: 'Avis',
    state: 'État',
    unread: 'nouveau',
    read: 'lu',
    readOne: 'Marquer comme lu',
    readAll: 'Tout marquer comme lu',
    choose: 'Choisir vos avis',
    settings: {
      title: 'Vos avis',
      onPage: 'Sur la page',
      byMail: 'Par courriel',
      pace: 'Courriels',
      atOnce: 'tout de suite, et au plus un en cinq minutes',
      daily: 'un seul après la fin de chaque jour',
      save: 'Enregistrer',
      address: 'Adresse pour les courriels',
      isAddress: (address) => `Les courriels vont à ${address}.`,
      noAddress: 'Rien n’est envoyé par courriel avant que vous ayez confirmé une adresse.',
      newAddress: 'Adresse de courriel',
      addressHint: 'Un code y est envoyé, que vous confirmez ici.',
      send: 'Envoyer le code',
      code: 'Code',
      codeHint: (address) => `Les six chiffres du courriel à ${address}. Ils sont valables une heure.`,
      confirm: 'Confirmer',
      drop: 'Retirer l’adresse',
      askDrop: (address) => `Retirer l’adresse ${address} ?`,
      dropHint: 'Plus rien ne vous est envoyé par courriel.',
      notMailed: 'Ce service n’envoie pas de courriels.',
      wrong: {
        malformed_address: 'Ce n’est pas une adresse de courriel, telle que amina@example.com',
        mail_failed:
          'Le serveur de courriel n’a pas accepté de message pour cette adresse : vérifiez-la, ou réessayez plus tard',
        wrong_code: 'Ce code est incorrect, ou date de plus d’une heure : demandez-en un nouveau',
      },
      done: {
        saved: 'Enregistré. Cela vaut pour les avis à venir.',
        sent: 'Le code est en route.',
        confirmed: 'L’adresse est confirmée.',
        dropped: 'L’adresse est retirée.',
      },
    },
  },
}
