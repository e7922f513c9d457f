interface Zaraz {
  track(event: string): unknown;
}

/** Reports a registration to `zaraz.track` if the page has it (analytics), and to no other service. */
export function trackRegistration(page: { zaraz?: Zaraz } = window as { zaraz?: Zaraz }): void {
  try {
    page.zaraz?.track("registration");
  } catch {
    // A failure of the analytics must not break the registration.
  }
}
