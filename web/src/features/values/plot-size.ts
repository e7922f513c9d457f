/** Pixels. In a file of its own: the height is needed before the chart is loaded. */

const PLOT_HEIGHT = 236;
export const AXIS_HEIGHT = 28;
export const LANE_HEIGHT = 18;
export const LANE_COUNT = 2;

export const chartHeight = (withLanes: boolean): number =>
  PLOT_HEIGHT + AXIS_HEIGHT + (withLanes ? LANE_COUNT * LANE_HEIGHT : 0);
