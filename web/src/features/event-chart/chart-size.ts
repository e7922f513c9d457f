/** Pixels. Known before the chart is loaded, so that nothing moves when it comes. */
export const ROW_HEIGHT = 36;
export const AXIS_HEIGHT = 26;

export const chartHeight = (rows: number): number => rows * ROW_HEIGHT + AXIS_HEIGHT;
