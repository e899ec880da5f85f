// A small trend line without axes. Values are for display only.
interface Props {
  label: string; // for screen readers
  x: readonly number[];
  values: readonly number[];
  height?: number;
}

const width = 240; // in its own coordinates; it fills its container

export function Spark({ label, x, values, height = 36 }: Props) {
  if (values.length < 2) return <div class="spark" style={{ height }} />;
  const [least_x, most_x] = [x[0]!, x.at(-1)!];
  const least = Math.min(...values);
  const most = Math.max(...values);
  const at = (index: number) => {
    const right = most_x === least_x ? 0 : ((x[index]! - least_x) / (most_x - least_x)) * width;
    const up = most === least ? 0.5 : (values[index]! - least) / (most - least);
    return `${right.toFixed(1)} ${(height - 2 - up * (height - 4)).toFixed(1)}`;
  };
  const line = values.map((_, index) => at(index)).join(' L ');
  return (
    <svg class="spark" role="img" aria-label={label} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" height={height}>
      <path class="spark-ground" d={`M ${line} L ${width} ${height} L 0 ${height} Z`} />
      <path class="spark-line" d={`M ${line}`} vector-effect="non-scaling-stroke" />
    </svg>
  );
}
