// One animation loop for all meters of the page. It stops while nothing moves.

// Draws the state at the given time and returns whether it is still moving.
export type Draw = (now_ms: number) => boolean;

const moving = new Set<Draw>();
let asked = 0;

function frame(now_ms: number): void {
  asked = 0;
  for (const draw of moving) if (!draw(now_ms)) moving.delete(draw);
  if (moving.size > 0) asked = requestAnimationFrame(frame);
}

export function move(draw: Draw): void {
  moving.add(draw);
  if (asked === 0) asked = requestAnimationFrame(frame);
}

export function rest(draw: Draw): void {
  moving.delete(draw);
}
