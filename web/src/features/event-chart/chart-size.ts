/** Pixels. Known before the chart is loaded, so that nothing moves when it comes. */
const ROW_HEIGHT = 36;
export const AXIS_HEIGHT = 26;

export const rowHeight = (withAxis: boolean): number => ROW_HEIGHT + (withAxis ? AXIS_HEIGHT : 0);
