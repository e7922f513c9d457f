/** How times of day are shown: of 12 or of 24 hours. */
export const CLOCKS = ["12", "24"] as const;
