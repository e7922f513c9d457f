/** The sentences of a guest's page, in four languages. */

import { dayEndingAt } from "../lib/whole-day.ts";

const EN = {
  title: "Shared devices",
  until: "This link works until",
  untilDay: "This link works until the end of",
  on: "On",
  off: "Off",
  turnOn: "Turn On",
  turnOff: "Turn Off",
  connected: "Connected",
  offline: "Not connected",
  notKnown: "Not known",
  taken: "Taken by the device",
  waiting: "Sent, not taken yet",
  lastKnown: "When it was last connected",
  beforeConnect: "Taken before it connected",
  unconfirmed: "Not confirmed",
  failed: "That did not work. Try again.",
  asked: {
    waiting: "The owner was asked. The command waits for the answer.",
    allowed: "The owner allowed it.",
    denied: "The owner denied it.",
    ended: "The owner did not answer.",
  },
  lost: "Connection lost. The page tries again by itself.",
  loading: "Loading…",
  none: "The shared devices do not exist any more.",
  over: "This link has ended",
  askAgain: "Ask the person who gave it to you for another.",
  early: "This link does not work yet",
  from: "It works from",
  fromDay: "It works from",
  send: "Send",
  lastDay: "Last 24 hours",
  reports: "The device reports",
  imported: "Imported hours only",
  overdue: "overdue",
  yes: "yes",
  no: "no",
};
type Texts = typeof EN;

const DE: Texts = {
  title: "Geteilte Geräte",
  until: "Dieser Link gilt bis",
  untilDay: "Dieser Link gilt bis einschließlich",
  on: "An",
  off: "Aus",
  turnOn: "Einschalten",
  turnOff: "Ausschalten",
  connected: "Verbunden",
  offline: "Nicht verbunden",
  notKnown: "Nicht bekannt",
  taken: "Vom Gerät übernommen",
  waiting: "Gesendet, noch nicht übernommen",
  lastKnown: "Bei seiner letzten Verbindung",
  beforeConnect: "Vor seiner Verbindung übernommen",
  unconfirmed: "Nicht bestätigt",
  failed: "Das hat nicht geklappt. Versuchen Sie es noch einmal.",
  asked: {
    waiting: "Der Besitzer wurde gefragt. Der Befehl wartet auf die Antwort.",
    allowed: "Der Besitzer hat es erlaubt.",
    denied: "Der Besitzer hat es abgelehnt.",
    ended: "Der Besitzer hat nicht geantwortet.",
  },
  lost: "Verbindung verloren. Die Seite versucht es von selbst wieder.",
  loading: "Wird geladen…",
  none: "Die geteilten Geräte gibt es nicht mehr.",
  over: "Dieser Link ist beendet",
  askAgain: "Bitten Sie die Person, von der Sie ihn haben, um einen neuen.",
  early: "Dieser Link gilt noch nicht",
  from: "Er gilt ab",
  fromDay: "Er gilt ab",
  send: "Senden",
  lastDay: "Letzte 24 Stunden",
  reports: "Das Gerät meldet",
  imported: "Nur importierte Stunden",
  overdue: "überfällig",
  yes: "ja",
  no: "nein",
};

const ES: Texts = {
  title: "Dispositivos compartidos",
  until: "Este enlace funciona hasta el",
  untilDay: "Este enlace funciona hasta el final del",
  on: "Encendido",
  off: "Apagado",
  turnOn: "Encender",
  turnOff: "Apagar",
  connected: "Conectado",
  offline: "Sin conexión",
  notKnown: "No se sabe",
  taken: "Recibido por el dispositivo",
  waiting: "Enviado, aún no recibido",
  lastKnown: "En su última conexión",
  beforeConnect: "Recibido antes de conectarse",
  unconfirmed: "Sin confirmar",
  failed: "No ha funcionado. Inténtelo de nuevo.",
  asked: {
    waiting: "Se ha preguntado al propietario. La orden espera la respuesta.",
    allowed: "El propietario lo ha permitido.",
    denied: "El propietario lo ha rechazado.",
    ended: "El propietario no ha respondido.",
  },
  lost: "Se ha perdido la conexión. La página lo intenta de nuevo.",
  loading: "Cargando…",
  none: "Los dispositivos compartidos ya no existen.",
  over: "Este enlace ha terminado",
  askAgain: "Pida otro a la persona que se lo dio.",
  early: "Este enlace aún no funciona",
  from: "Funciona desde el",
  fromDay: "Funciona desde el",
  send: "Enviar",
  lastDay: "Últimas 24 horas",
  reports: "El dispositivo indica",
  imported: "Solo horas importadas",
  overdue: "con retraso",
  yes: "sí",
  no: "no",
};

const FR: Texts = {
  title: "Appareils partagés",
  until: "Ce lien fonctionne jusqu’au",
  untilDay: "Ce lien fonctionne jusqu’à la fin du",
  on: "Allumé",
  off: "Éteint",
  turnOn: "Allumer",
  turnOff: "Éteindre",
  connected: "Connecté",
  offline: "Non connecté",
  notKnown: "Inconnu",
  taken: "Reçu par l’appareil",
  waiting: "Envoyé, pas encore reçu",
  lastKnown: "Lors de sa dernière connexion",
  beforeConnect: "Reçu avant sa connexion",
  unconfirmed: "Non confirmé",
  failed: "Cela n’a pas fonctionné. Réessayez.",
  asked: {
    waiting: "Le propriétaire a été consulté. La commande attend sa réponse.",
    allowed: "Le propriétaire l’a autorisé.",
    denied: "Le propriétaire l’a refusé.",
    ended: "Le propriétaire n’a pas répondu.",
  },
  lost: "Connexion perdue. La page réessaie d’elle-même.",
  loading: "Chargement…",
  none: "Les appareils partagés n’existent plus.",
  over: "Ce lien est terminé",
  askAgain: "Demandez-en un autre à la personne qui vous l’a donné.",
  early: "Ce lien ne fonctionne pas encore",
  from: "Il fonctionne à partir du",
  fromDay: "Il fonctionne à partir du",
  send: "Envoyer",
  lastDay: "Dernières 24 heures",
  reports: "L’appareil indique",
  imported: "Heures importées seulement",
  overdue: "en retard",
  yes: "oui",
  no: "non",
};

const LANGUAGES: Record<string, Texts> = { en: EN, de: DE, es: ES, fr: FR };

/** The sentences with their language, which numbers and ages need as well. */
export interface PageWords extends Texts {
  /** BCP 47. */
  language: string;
}

/** Returns the sentences of the first language of the list that the page has; English when it has none. */
export function wordsFor(languages: readonly string[]): PageWords {
  for (const each of languages) {
    const language = each.split("-")[0]?.toLowerCase() ?? "";
    const texts = LANGUAGES[language];
    if (texts !== undefined) return { ...texts, language };
  }
  return { ...EN, language: "en" };
}

/** Begin and end of a link, in the time zone of the browser: a whole day where the owner chose one. */
export function momentTexts(words: PageWords) {
  const { language } = words;
  const moments = new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "short" });
  const days = new Intl.DateTimeFormat(language, { dateStyle: "full" });
  const dayBefore = (at: Date) => dayEndingAt(at, (each) => each.toDateString());
  return {
    from: (at: Date) =>
      dayBefore(at) === null
        ? `${words.from} ${moments.format(at)}.`
        : `${words.fromDay} ${days.format(at)}.`,
    until: (at: Date) => {
      const last = dayBefore(at);
      return last === null
        ? `${words.until} ${moments.format(at)}`
        : `${words.untilDay} ${days.format(last)}`;
    },
  };
}
