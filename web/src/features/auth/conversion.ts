interface Zaraz {
  track(event: string): unknown;
}

/** Someone registered. Told to `zaraz.track` when the page has it, and to nobody otherwise. */
export function trackRegistration(page: { zaraz?: Zaraz } = window as { zaraz?: Zaraz }): void {
  try {
    page.zaraz?.track("registration");
  } catch {
    // Counting must never cost anybody the registration.
  }
}
