// The ring of a sensor: one piece for one link, segments for two or three.
import type { SensorState } from './moment';

const radius = 47;
const gap_degrees = 14;

function at(degrees: number): string {
  const turn = ((degrees - 90) * Math.PI) / 180;
  return `${(50 + radius * Math.cos(turn)).toFixed(2)} ${(50 + radius * Math.sin(turn)).toFixed(2)}`;
}

export function Ring({ states }: { states: readonly SensorState[] }) {
  const part = 360 / states.length;
  return (
    <svg class="ring" viewBox="0 0 100 100" aria-hidden="true">
      {states.length === 1 ? (
        <circle class={states[0]} cx="50" cy="50" r={radius} />
      ) : (
        states.map((state, index) => {
          // The first link is on the left, in reading order.
          const begin = index * part - 180 + gap_degrees / 2 + (states.length === 2 ? 0 : 60);
          const end = begin + part - gap_degrees;
          return <path key={index} class={state} d={`M ${at(begin)} A ${radius} ${radius} 0 ${part - gap_degrees > 180 ? 1 : 0} 1 ${at(end)}`} />;
        })
      )}
    </svg>
  );
}
