/**
 * A device with more has a program that connects again and again. In a file of its own: a guest's page reads it, and loads
 * no code of the switch, which `control.ts` belongs to.
 */
export const MAX_STATUS_CLIENTS = 20;
