import { plurals } from '../english/plurals.ts'
import type { Translation } from '../english/texts.ts'

const many = plurals('fr')

/** The texts in French of signing in, and of the pages about users themselves. */
export const frenchPeople: Translation = {
  signIn: {
    title: 'Se connecter',
    name: 'Nom',
    password: 'Mot de passe',
    submit: 'Se connecter',
    openId: 'Se connecter comme opérateur avec votre organisation',
    openIdDrops: 'Votre formulaire est trop long pour être gardé de cette façon.',
    hint: 'Si vous avez oublié le mot de passe, la personne qui vous a invité peut créer un lien pour en choisir un nouveau.',
  },
  kept: {
    ended: 'Votre session est terminée, et rien n’a été envoyé. Connectez-vous : votre formulaire est gardé jusque-là.',
    title: 'Vous revoilà',
    hint: 'Votre formulaire n’a pas encore été envoyé.',
    pin: 'Code PIN du compte',
    submit: 'Envoyer le formulaire',
  },
  refusals: {
    wrong_sign_in: () => 'Le nom ou le mot de passe est incorrect',
    wrong_password: () => 'Le mot de passe est incorrect',
    password_needed: () => 'Donnez de nouveau votre mot de passe',
    not_confirmed: () => 'Donnez d’abord de nouveau votre mot de passe',
    not_allowed: () => 'Votre rôle ne le permet pas',
    wrong_code: () => 'Cela n’a pas marché : réessayez',
    too_many_attempts: () => 'Il y a eu trop de tentatives : réessayez plus tard',
    too_busy: () => 'Trop de personnes se connectent en même temps : réessayez',
    session_ended: () => 'La session est terminée : reconnectez-vous',
    closed_account: () => 'Le compte est fermé',
    malformed_pin: () => 'Un code PIN a de 4 à 6 chiffres',
    guessable_pin: () => 'Ce code PIN est facile à deviner : choisissez-en un qui ne se répète pas et ne se suit pas',
    second_step_needed: () => 'Passez d’abord la deuxième étape de la connexion',
    second_step_required: () => 'Vous devez garder une deuxième étape : configurez-en d’abord une autre',
    second_person_needed: () =>
      'Ce montant demande deux personnes : faites-en un lot, qu’une autre personne qui peut payer approuve',
    too_many_passkeys: () => 'Vous avez trop de clés d’accès : retirez-en d’abord une',
    invitation_gone: () =>
      'Ce lien n’est plus valable : il sert une seule fois, pendant une heure. Demandez-en un nouveau',
    too_many_invitations: () =>
      'Trop de liens sont encore valables : révoquez-en un, ou attendez qu’une heure ait passé',
    unknown_user: () => 'Cet utilisateur n’existe pas',
    user_removed: () => 'Cet utilisateur a été retiré',
    last_owner: () => 'Le compte n’a pas d’autre propriétaire : donnez d’abord ce rôle à quelqu’un',
    malformed_name: () => 'Un nom a de 1 à 100 caractères imprimables',
    malformed_amount: () => 'Une limite de remboursement est un montant de sa devise, ou zéro',
    name_taken: () => 'Un autre utilisateur a déjà ce nom : choisissez-en un autre',
    malformed_password: () => 'Un mot de passe a de 12 à 256 caractères',
    guessable_password: () => 'Ce mot de passe est facile à deviner : prenez plusieurs mots sans rapport entre eux',
  },
  arriving: {
    title: 'Deuxième étape',
    code: 'Code',
    codeHint: 'Les six chiffres que l’application de votre téléphone affiche maintenant.',
    lost: 'Sans votre téléphone',
    recovery: 'Code de secours',
    recoveryHint: 'Un des codes que vous avez notés. Chacun sert une fois.',
    passkey: 'Utiliser une clé d’accès',
    submit: 'Continuer',
  },
  passkeys: {
    title: 'Clé d’accès',
    hint: 'Votre navigateur va vous la demander.',
    failed: 'Le navigateur n’a pas fourni de clé d’accès : réessayez, ou utilisez un autre moyen.',
    submit: 'Demander la clé d’accès',
  },
  openId: {
    title: 'Se connecter',
    failed:
      'Cela n’a pas marché : le fournisseur d’identité est injoignable, ou sa réponse n’est pas valable. Réessayez.',
    refused: 'Le fournisseur d’identité ne vous a pas connecté.',
    missing: (claim) => `Le fournisseur d’identité ne vous a pas identifié : il manque ${claim} dans sa réponse.`,
    noOperator: (name) => `Vous y êtes connu sous le nom ${name}, mais aucun opérateur n’a exactement ce nom ici`,
    otherwise:
      'Connectez-vous avec votre mot de passe, ou demandez à l’administrateur du fournisseur d’identité d’inclure votre adresse vérifiée dans ses réponses à sente.',
    unknown:
      'Connectez-vous avec votre mot de passe. Un autre opérateur peut vous inviter exactement sous ce nom, ou réinitialiser votre deuxième étape si votre compte chez le fournisseur d’identité est nouveau.',
    forgotten: 'Cela a duré trop longtemps, ou a été commencé dans un autre navigateur. Recommencez.',
    again: 'Revenir à la connexion',
  },
  join: {
    title: 'Bienvenue',
    newPassword: 'Un nouveau mot de passe',
    as: (role, account) =>
      account === null
        ? `Vous rejoignez le service. Votre rôle : ${role}.`
        : `Vous rejoignez ${account}. Votre rôle : ${role}.`,
    forUser: (name) => `Pour ${name}.`,
    name: 'Votre nom',
    nameHint: 'Vous vous connectez avec : une adresse de courriel ou un nom.',
    password: 'Mot de passe',
    passwordHint: '12 caractères au moins.',
    differ: 'Les deux mots de passe ne sont pas les mêmes',
    submit: 'Continuer',
    goodUntil: 'Ce lien sert une seule fois, jusqu’au',
    gone: { title: 'Un lien qui a expiré' },
  },
  me: {
    role: (role, account) =>
      account === null ? `Votre rôle dans ce service : ${role}.` : `Votre rôle chez ${account} : ${role}.`,
    password: 'Mot de passe',
    current: 'Le mot de passe actuel',
    new: 'Le nouveau mot de passe',
    change: 'Changer le mot de passe',
    secondStep: 'Deuxième étape',
    steps: ({ hasCodes, passkeys }) =>
      hasCodes || passkeys.length > 0
        ? 'La connexion demande votre mot de passe et votre deuxième étape.'
        : 'Votre mot de passe seul suffit pour vous connecter.',
    changeStep: 'Modifier la deuxième étape',
    sessions: 'Où vous êtes connecté',
    device: 'Navigateur',
    from: 'Depuis',
    seen: 'Vu la dernière fois',
    end: 'Terminer',
    endOthers: 'Terminer toutes les autres',
    askEnd: (device, network) => `Terminer la session dans ${device}, depuis ${network} ?`,
    askEndOthers: (others) =>
      others === 1 ? 'Terminer l’autre session ?' : `Terminer les ${others} autres sessions ?`,
    endHint: 'Personne ne peut y continuer sans se reconnecter.',
    thisOne: 'celle-ci',
    unknownDevice: 'inconnu',
    done: {
      password: 'Le mot de passe est changé, et vous êtes déconnecté partout ailleurs.',
      sessions: 'Terminé.',
    },
  },
  secondStep: {
    title: 'Deuxième étape',
    required: 'Ici, la connexion demande une deuxième étape. Configurez-la avant de continuer.',
    what: 'En plus de votre mot de passe : un code d’une application de votre téléphone, ou une clé d’accès. Une modification vous déconnecte partout ailleurs.',
    app: 'Une application sur votre téléphone',
    hasApp: 'Elle crée vos codes.',
    noApp: 'Toute application d’authentification convient, comme Aegis, FreeOTP ou Google Authenticator.',
    setUp: 'Configurer',
    otherApp: 'En configurer une autre à la place',
    dropApp: 'Retirer l’application',
    passkey: (name) => `Clé d’accès ${name}`,
    since: 'Depuis le',
    dropPasskey: (name) => `Retirer la clé d’accès ${name}`,
    newPasskey: 'Une nouvelle clé d’accès',
    whatPasskey:
      'Depuis cet appareil, un téléphone ou une clé de sécurité. Pour s’en servir, le navigateur doit exécuter des scripts.',
    passkeyName: 'Le nom que vous lui donnez',
    scan: 'Scannez ceci avec l’application :',
    qrCode: 'Code QR pour l’application',
    openApp: 'L’ouvrir dans une application de ce téléphone',
    type: 'Ou tapez-le dans l’application :',
    code: 'Code',
    codeHint: 'Les six chiffres que l’application affiche ensuite.',
    confirm: 'Configurer',
    startAgain: 'Recommencer',
    recovery: 'Codes de secours',
    left: (codes) =>
      `${many(codes, { one: '# code restant', other: '# codes restants' })}. Chacun remplace la deuxième étape une fois.`,
    newRecovery: 'En créer de nouveaux à la place',
    once: 'Notez ces codes : ils ne sont affichés que maintenant. Chacun remplace la deuxième étape une fois.',
    goOn: 'Continuer',
    done: {
      app: 'L’application est configurée, et vous êtes déconnecté partout ailleurs.',
      passkey: 'La clé d’accès est configurée, et vous êtes déconnecté partout ailleurs.',
      dropped: 'Retiré. Vous êtes déconnecté partout ailleurs.',
      recovery: 'Les nouveaux codes de secours sont valables ; tous les anciens ne le sont plus.',
    },
  },
}
