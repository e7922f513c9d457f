/** The sentences of a guest's page, in four languages. */

const EN = {
  title: "Shared devices",
  until: "This link works until",
  on: "On",
  off: "Off",
  turnOn: "Turn On",
  turnOff: "Turn Off",
  connected: "Connected",
  offline: "Not connected",
  taken: "Taken by the device",
  waiting: "Sent, not taken yet",
  failed: "That did not work. Try again.",
  lost: "Connection lost. The page tries again by itself.",
  loading: "Loading…",
  none: "The shared devices do not exist any more.",
  over: "This link has ended",
  askAgain: "Ask the person who gave it to you for another.",
  early: "This link does not work yet",
  from: "It works from",
  send: "Send",
  lastDay: "Last 24 hours",
  yes: "yes",
  no: "no",
};
export type Texts = typeof EN;

const DE: Texts = {
  title: "Geteilte Geräte",
  until: "Dieser Link gilt bis",
  on: "An",
  off: "Aus",
  turnOn: "Einschalten",
  turnOff: "Ausschalten",
  connected: "Verbunden",
  offline: "Nicht verbunden",
  taken: "Vom Gerät übernommen",
  waiting: "Gesendet, noch nicht übernommen",
  failed: "Das hat nicht geklappt. Versuchen Sie es noch einmal.",
  lost: "Verbindung verloren. Die Seite versucht es von selbst wieder.",
  loading: "Wird geladen…",
  none: "Die geteilten Geräte gibt es nicht mehr.",
  over: "Dieser Link ist beendet",
  askAgain: "Bitten Sie die Person, von der Sie ihn haben, um einen neuen.",
  early: "Dieser Link gilt noch nicht",
  from: "Er gilt ab",
  send: "Senden",
  lastDay: "Letzte 24 Stunden",
  yes: "ja",
  no: "nein",
};

const ES: Texts = {
  title: "Dispositivos compartidos",
  until: "Este enlace funciona hasta",
  on: "Encendido",
  off: "Apagado",
  turnOn: "Encender",
  turnOff: "Apagar",
  connected: "Conectado",
  offline: "Sin conexión",
  taken: "Recibido por el dispositivo",
  waiting: "Enviado, aún no recibido",
  failed: "No ha funcionado. Inténtelo de nuevo.",
  lost: "Se ha perdido la conexión. La página lo intenta de nuevo.",
  loading: "Cargando…",
  none: "Los dispositivos compartidos ya no existen.",
  over: "Este enlace ha terminado",
  askAgain: "Pida otro a la persona que se lo dio.",
  early: "Este enlace aún no funciona",
  from: "Funciona desde",
  send: "Enviar",
  lastDay: "Últimas 24 horas",
  yes: "sí",
  no: "no",
};

const FR: Texts = {
  title: "Appareils partagés",
  until: "Ce lien fonctionne jusqu’au",
  on: "Allumé",
  off: "Éteint",
  turnOn: "Allumer",
  turnOff: "Éteindre",
  connected: "Connecté",
  offline: "Non connecté",
  taken: "Reçu par l’appareil",
  waiting: "Envoyé, pas encore reçu",
  failed: "Cela n’a pas fonctionné. Réessayez.",
  lost: "Connexion perdue. La page réessaie d’elle-même.",
  loading: "Chargement…",
  none: "Les appareils partagés n’existent plus.",
  over: "Ce lien est terminé",
  askAgain: "Demandez-en un autre à la personne qui vous l’a donné.",
  early: "Ce lien ne fonctionne pas encore",
  from: "Il fonctionne à partir du",
  send: "Envoyer",
  lastDay: "Dernières 24 heures",
  yes: "oui",
  no: "non",
};

const LANGUAGES: Record<string, Texts> = { en: EN, de: DE, es: ES, fr: FR };

/** Returns the first language of the list that the page has, and its sentences; English when it has none. */
export function textsFor(languages: readonly string[]): { language: string; texts: Texts } {
  for (const each of languages) {
    const language = each.split("-")[0]?.toLowerCase() ?? "";
    const texts = LANGUAGES[language];
    if (texts !== undefined) return { language, texts };
  }
  return { language: "en", texts: EN };
}
