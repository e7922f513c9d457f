/** Whether a host is a machine's name for itself, which no other machine can reach. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host);
