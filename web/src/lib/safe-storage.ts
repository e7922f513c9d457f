/** Web storage that may be full, forbidden or missing: reading returns null, writing returns false. */

export interface SafeStorage {
  read(key: string): string | null;
  write(key: string, value: string): boolean;
  remove(key: string): void;
}

export function safeStorage(storage: () => Storage): SafeStorage {
  return {
    read(key) {
      try {
        return storage().getItem(key);
      } catch {
        return null;
      }
    },
    write(key, value) {
      try {
        storage().setItem(key, value);
        return true;
      } catch {
        return false;
      }
    },
    remove(key) {
      try {
        storage().removeItem(key);
      } catch {
        // Storage that cannot be changed cannot be read either.
      }
    },
  };
}

/** In the session's storage: the server ended the login, and the login screen says so once. */
export const ENDED_KEY = "session_ended";
/** In local storage: the last choices in dialogs, deleted with the session. */
export const CHOICES_KEY = "last_choices";

// Functions, because reading `window.localStorage` throws where storage is forbidden.
export const localStore = safeStorage(() => window.localStorage);
export const sessionStore = safeStorage(() => window.sessionStorage);
