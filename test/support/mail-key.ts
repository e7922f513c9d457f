/** The key of `/dev/mail` in products that tests start. */
export const MAIL_KEY = "key-of-the-tests";
export const MAIL_PATH = `/dev/mail?key=${MAIL_KEY}`;
