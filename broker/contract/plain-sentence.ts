/**
 * Sentences for a person. The API and MQTT name the variable of a limit, for programs and operators: "(MAX_SERIES)".
 * The page, push messages and e-mails leave it out.
 */

const NAME = "[A-Z]+(?:_[A-Z]+)+";
/** "There is no room (MAX_SERIES): …" */
const ASIDE = new RegExp(` \\(${NAME}\\)`, "g");
/** "More messages than MQTT_PUBLISH_RATE allows". No other names stand inside a sentence: topics may look like them. */
const WITHIN = /\bMQTT_[A-Z_]+_(?:RATE|BYTES)\b/g;

export const plainSentence = (sentence: string): string =>
  sentence.replace(ASIDE, "").replace(WITHIN, "the limit");
