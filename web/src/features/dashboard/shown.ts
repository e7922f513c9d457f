export const SHOWN = 4;

export const panelLink = "py-0.5 text-sm font-medium underline underline-offset-2 hover:decoration-2";
