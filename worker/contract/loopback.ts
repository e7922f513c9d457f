/** Whether a host is a loopback name, which other machines cannot reach. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host);
