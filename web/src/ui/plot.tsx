// A uPlot chart in the page's colors, as wide as its container. Values are numbers for display only.
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

export interface Line {
  label: string;
  values: readonly (number | null)[];
  colour?: string; // a custom property: "--accent"
  fill?: boolean;
  bars?: boolean;
  dash?: boolean;
  stepped?: boolean;
  points?: boolean; // a dot at every value
  intervals?: readonly (readonly [least: number, most: number] | null)[]; // vertical bars through the values
}

export interface PlotProps {
  label: string; // for screen readers
  x: readonly number[];
  lines: readonly Line[];
  height?: number;
  time?: boolean; // x in seconds since 1970
  x_label?: string;
  x_format?: (value: number) => string;
  y_format?: (value: number) => string;
  marks?: readonly { x: number; label: string }[]; // vertical lines
  legend?: boolean;
  zero?: string; // draws a line at zero with this label
  whole?: boolean; // x is a count: no fractions on its axis
}

const colour_of = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const colours = ['--accent', '--info', '--pending', '--placed', '--alarm', '--empty'];

function draw_marks(plot: uPlot, marks: NonNullable<PlotProps['marks']>): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.strokeStyle = ctx.fillStyle = colour_of('--text-quiet');
  ctx.setLineDash([4, 4]);
  ctx.font = `${12 * devicePixelRatio}px Inter, sans-serif`;
  for (const mark of marks) {
    const x = Math.round(plot.valToPos(mark.x, 'x', true));
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    const right = x > bbox.left + bbox.width * 0.7;
    ctx.textAlign = right ? 'right' : 'left';
    const from = x + (right ? -6 : 6) * devicePixelRatio;
    const width = ctx.measureText(mark.label).width;
    ctx.fillStyle = colour_of('--panel');
    ctx.fillRect(right ? from - width - 2 * devicePixelRatio : from - 2 * devicePixelRatio, bbox.top, width + 4 * devicePixelRatio, 17 * devicePixelRatio);
    ctx.fillStyle = colour_of('--text-quiet');
    ctx.fillText(mark.label, from, bbox.top + 12 * devicePixelRatio);
  }
  ctx.restore();
}

function draw_zero(plot: uPlot, says: string): void {
  const { ctx, bbox } = plot;
  const y = Math.round(plot.valToPos(0, 'y', true));
  ctx.save();
  ctx.strokeStyle = colour_of('--text-quiet');
  ctx.lineWidth = devicePixelRatio;
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.font = `${12 * devicePixelRatio}px Inter, sans-serif`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'alphabetic';
  ctx.fillStyle = colour_of('--panel');
  ctx.fillRect(bbox.left + 4 * devicePixelRatio, y + 3 * devicePixelRatio, ctx.measureText(says).width + 4 * devicePixelRatio, 16 * devicePixelRatio);
  ctx.fillStyle = colour_of('--text-quiet');
  ctx.fillText(says, bbox.left + 6 * devicePixelRatio, y + 15 * devicePixelRatio);
  ctx.restore();
}

function draw_intervals(plot: uPlot, line: Line, stroke: string, x: readonly number[]): void {
  const { ctx } = plot;
  const half = 5 * devicePixelRatio;
  ctx.save();
  ctx.strokeStyle = stroke;
  ctx.lineWidth = 1.5 * devicePixelRatio;
  ctx.beginPath();
  line.intervals!.forEach((interval, index) => {
    if (!interval) return;
    const at = plot.valToPos(x[index]!, 'x', true);
    const [low, high] = interval.map((value) => plot.valToPos(value, 'y', true)) as [number, number];
    ctx.moveTo(at, low);
    ctx.lineTo(at, high);
    for (const end of [low, high]) {
      ctx.moveTo(at - half, end);
      ctx.lineTo(at + half, end);
    }
  });
  ctx.stroke();
  ctx.restore();
}

// American dates and times, as everywhere on the pages.
const time_values: uPlot.Axis.Values = [
  [86_400 * 365, '{YYYY}', null, null, null, null, null, null, 1],
  [86_400 * 28, '{MMM}', '\n{YYYY}', null, null, null, null, null, 1],
  [86_400, '{MMM} {D}', '\n{YYYY}', null, null, null, null, null, 1],
  [60, '{h}:{mm} {AA}', '\n{MMM} {D}, {YYYY}', null, '\n{MMM} {D}', null, null, null, 1],
  [1, '{h}:{mm}:{ss} {AA}', '\n{MMM} {D}, {YYYY}', null, '\n{MMM} {D}', null, null, null, 1],
];
const time_stamp = '{MMM} {D}, {YYYY}, {h}:{mm} {AA}'; // in the legend
const time_space = 80; // pixels between two labels, at least: "10:24:08 AM" fits

// The longest label fits.
const label_room: uPlot.Axis.Size = (_plot, labels) => Math.max(40, ...(labels ?? []).map((label) => label.length * 7.4 + 16));

// Bars start at zero. Labels of marks need room above.
function scales_of({ lines, time = false, marks = [], zero, whole }: PlotProps): uPlot.Scales {
  const marked = marks.length > 0;
  const room = marked ? 0.2 : 0.05;
  // Leaves room for the label below zero.
  if (zero) return { x: { time, ...(whole ? { range: (_plot, least, most) => [least - 0.3, most + 0.3] } : {}) }, y: { range: (_plot, least, most) => [Math.min(least, 0) - (Math.max(most, 0) - Math.min(least, 0) || 1) * 0.12, Math.max(most, 0) + (Math.max(most, 0) - Math.min(least, 0) || 1) * 0.06] } };
  if (lines.some((line) => line.bars)) return { x: { time, range: (_plot, least, most) => [least - 0.5, most + 0.5] }, y: { range: (_plot, least, most) => [Math.min(0, least), Math.max(0, most) * (1 + room) || 1] } };
  if (!marked) return { x: { time } };
  return { x: { time }, y: { range: (_plot, least, most) => [least - (most - least || 1) * 0.05, most + (most - least || 1) * room] } };
}

function options_of(props: PlotProps, width: number): uPlot.Options {
  const { x, lines, height = 220, time = false, x_label, x_format, y_format, marks = [], legend = true, zero, whole } = props;
  const strokes = lines.map((line, index) => colour_of(line.colour ?? colours[index % colours.length]!));
  const axis = { stroke: colour_of('--text-quiet'), grid: { stroke: colour_of('--line'), width: 1 }, ticks: { show: false }, font: '12px Inter, sans-serif' };
  return {
    width,
    height,
    legend: { show: legend },
    cursor: { points: { size: 7 } },
    scales: scales_of(props),
    axes: [
      { ...axis, ...(time ? { space: time_space } : { size: 34 }), ...(whole ? { incrs: [1, 2, 5, 10], space: 24 } : {}), ...(x_label ? { label: x_label, labelSize: 22, labelFont: '12px Inter, sans-serif' } : {}), ...(x_format ? { values: (_plot: uPlot, values: number[]) => values.map(x_format) } : time ? { values: time_values } : {}) },
      { ...axis, size: label_room, ...(y_format ? { values: (_plot: uPlot, values: number[]) => values.map(y_format) } : {}) },
    ],
    series: [
      { ...(x_label ? { label: x_label } : {}), ...(x_format ? { value: (_plot: uPlot, value: number | null) => (value === null ? '' : x_format(value)) } : time ? { value: time_stamp } : {}) },
      ...lines.map((line, index): uPlot.Series => {
        const stroke = strokes[index]!;
        return {
          label: line.label,
          stroke,
          width: line.bars ? 0 : 2,
          points: line.points ? { show: true, size: 7, fill: stroke } : { show: false },
          ...(line.fill || line.bars ? { fill: stroke + (line.bars ? 'cc' : '22') } : {}),
          ...(line.dash ? { dash: [6, 4] } : {}),
          ...(line.bars ? { paths: uPlot.paths.bars!({ size: [0.85, 60], gap: 1 }) } : line.stepped ? { paths: uPlot.paths.stepped!({ align: 1 }) } : {}),
          ...(y_format ? { value: (_plot: uPlot, value: number | null) => (value === null ? '' : y_format(value)) } : {}),
        };
      }),
    ],
    hooks: {
      draw: [
        (plot) => {
          if (zero) draw_zero(plot, zero);
          lines.forEach((line, index) => line.intervals && draw_intervals(plot, line, strokes[index]!, x));
          draw_marks(plot, marks);
        },
      ],
    },
  };
}

export function Plot(props: PlotProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const frame = place.current!;
    const data = [props.x, ...props.lines.map((line) => line.values)] as unknown as uPlot.AlignedData;
    const plot = new uPlot(options_of(props, frame.clientWidth), data, frame);
    const observer = new ResizeObserver(() => plot.setSize({ width: frame.clientWidth, height: props.height ?? 220 }));
    observer.observe(frame);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [props]);
  return <div ref={place} class="plot" role="img" aria-label={props.label} style={{ minHeight: props.height ?? 220 }} />;
}
