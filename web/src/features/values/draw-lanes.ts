import type uPlot from "uplot";
import type { Stretch } from "../../devices/bands.ts";
import type { ScheduleMark } from "../../devices/schedules/schedule-marks.ts";
import { token } from "../../ui/use-plot.ts";
import type { Lanes } from "./lanes.ts";
import { LANE_HEIGHT } from "./plot-size.ts";
import type { SwitchMark } from "./switched.ts";

const THICKNESS = 8;
const MARK_RADIUS = 4;
/** Makes the diamond look as large as the circle. */
const DIAMOND = 1.25;
const PLANNED_ALPHA = 0.45;
const GAP = 8;
/** More lines than this would hide the chart; the lane shows them anyway. */
const MOST_LINES = 60;

interface Lane {
  word: string;
  parts: readonly Stretch[];
  colour: string;
}

export function drawLanes(
  plot: uPlot,
  { connected, on, marks }: Lanes,
  planned: readonly ScheduleMark[],
): void {
  const { ctx } = plot;
  // uPlot caches the colours that it set.
  ctx.save();
  if (marks.length <= MOST_LINES) for (const mark of marks) drawLine(plot, mark);
  drawLane(plot, 0, { word: "Connected", parts: connected, colour: token("--ink-soft") });
  drawLane(plot, 1, { word: "On", parts: on, colour: token("--go-lamp") });
  for (const mark of planned) (mark.what === "missed" ? drawMissed : drawPlanned)(plot, mark);
  for (const mark of marks) drawMark(plot, mark);
  ctx.restore();
}

const x = (plot: uPlot, at: number): number => plot.valToPos(at / 1_000, "x", true);

function y({ bbox }: uPlot, lane: number): number {
  return bbox.top + bbox.height + (GAP + THICKNESS / 2 + lane * LANE_HEIGHT) * devicePixelRatio;
}

function drawLane(plot: uPlot, lane: number, { word, parts, colour }: Lane): void {
  const { ctx, bbox } = plot;
  const middle = y(plot, lane);
  const thickness = THICKNESS * devicePixelRatio;
  ctx.fillStyle = token("--well");
  ctx.fillRect(bbox.left, middle - thickness / 2, bbox.width, thickness);
  ctx.fillStyle = colour;
  for (const { from, to } of parts) {
    const start = Math.max(x(plot, from), bbox.left);
    const end = Math.min(x(plot, to), bbox.left + bbox.width);
    // At least one pixel: a second in a month stays visible.
    ctx.fillRect(start, middle - thickness / 2, Math.max(end - start, devicePixelRatio), thickness);
  }
  ctx.fillStyle = token("--ink-soft");
  ctx.font = `${11 * devicePixelRatio}px ${token("--font-sans") || "sans-serif"}`;
  ctx.textAlign = "right";
  ctx.textBaseline = "middle";
  ctx.fillText(word, bbox.left - GAP * devicePixelRatio, middle);
}

function drawLine(plot: uPlot, { at }: SwitchMark): void {
  const { ctx, bbox } = plot;
  const place = Math.round(x(plot, at));
  ctx.beginPath();
  ctx.lineWidth = devicePixelRatio;
  ctx.strokeStyle = token("--edge");
  ctx.setLineDash([2 * devicePixelRatio, 3 * devicePixelRatio]);
  ctx.moveTo(place, bbox.top);
  ctx.lineTo(place, y(plot, 1));
  ctx.stroke();
  ctx.setLineDash([]);
}

function drawMissed(plot: uPlot, { at }: ScheduleMark): void {
  const { ctx } = plot;
  const [left, middle, radius] = [x(plot, at), y(plot, 1), MARK_RADIUS * devicePixelRatio];
  ctx.beginPath();
  ctx.moveTo(left - radius, middle - radius);
  ctx.lineTo(left + radius, middle + radius);
  ctx.moveTo(left + radius, middle - radius);
  ctx.lineTo(left - radius, middle + radius);
  ctx.lineWidth = 1.75 * devicePixelRatio;
  ctx.strokeStyle = token("--wait");
  ctx.stroke();
}

/** As a schedule's switch, but faint. */
function drawPlanned(plot: uPlot, mark: ScheduleMark): void {
  plot.ctx.globalAlpha = PLANNED_ALPHA;
  drawMark(plot, { ...mark, bySchedule: true });
  plot.ctx.globalAlpha = 1;
}

/** A filled circle for on, a ring for off; a diamond for switches by a schedule. */
function drawMark(plot: uPlot, { at, on, bySchedule }: Pick<SwitchMark, "at" | "on" | "bySchedule">): void {
  const { ctx } = plot;
  const [left, middle, radius] = [x(plot, at), y(plot, 1), MARK_RADIUS * devicePixelRatio];
  ctx.beginPath();
  if (bySchedule) drawDiamond(ctx, left, middle, radius * DIAMOND);
  else ctx.arc(left, middle, radius, 0, 2 * Math.PI);
  ctx.fillStyle = token(on ? "--go-lamp" : "--panel");
  ctx.fill();
  ctx.lineWidth = 1.5 * devicePixelRatio;
  ctx.strokeStyle = token(on ? "--go" : "--edge");
  ctx.stroke();
}

function drawDiamond(ctx: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  ctx.moveTo(x, y - radius);
  ctx.lineTo(x + radius, y);
  ctx.lineTo(x, y + radius);
  ctx.lineTo(x - radius, y);
  ctx.closePath();
}
