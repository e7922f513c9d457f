/** A device with more has a program that connects again and again. */
export const MAX_STATUS_CLIENTS = 20;
