/** Pixels. In a file of its own: the height is needed before the chart is loaded. */
const ROW_HEIGHT = 36;
export const AXIS_HEIGHT = 26;

export const rowHeight = (withAxis: boolean): number => ROW_HEIGHT + (withAxis ? AXIS_HEIGHT : 0);
