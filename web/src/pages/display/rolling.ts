// Paces a meter for the eye. The game manager sends a meter in steps. Between two steps the display rolls, never ahead
// of the last amount sent, and reaches it in time. No money is computed here: these are positions of reels.

// An amount is shown to the cent no later than this after it was sent. Long enough to turn a steady trickle of wagers
// into one movement.
export const roll_ms = 10_000;

export interface Roll {
  readonly from: number; // cents shown when the last amount arrived; may lie between two cents
  readonly target: number; // cents, the last amount sent
  readonly since_ms: number;
  readonly until_ms: number; // from here on, `target` is shown
  readonly speed: number; // cents per millisecond
}

// "1250.00" as 125000, by joining the digits; decimals beyond two are cut off.
export function cents_of(amount: string): number {
  const [whole = '0', decimals = ''] = amount.split('.');
  return Number(whole + decimals.padEnd(2, '0').slice(0, 2));
}

export const still = (cents: number, now_ms: number): Roll => ({ from: cents, target: cents, since_ms: now_ms, until_ms: now_ms, speed: 0 });

export function shown_at(roll: Roll, now_ms: number): number {
  if (now_ms >= roll.until_ms) return roll.target;
  return Math.min(roll.target, roll.from + roll.speed * Math.max(0, now_ms - roll.since_ms));
}

// A fall is shown at once. A rise never slows a roll in progress, so every amount is reached in time, however fast the
// next ones follow.
export function retarget(roll: Roll, cents: number, now_ms: number): Roll {
  if (cents === roll.target) return roll;
  if (cents < roll.target) return still(cents, now_ms);
  const shown = shown_at(roll, now_ms);
  const speed_before = shown < roll.target ? roll.speed : 0;
  return { from: shown, target: cents, since_ms: now_ms, until_ms: now_ms + roll_ms, speed: Math.max(speed_before, (cents - shown) / roll_ms) };
}

// The position of each reel, last cent first: 3.25 is a quarter of the way from 3 to 4. As in an odometer, a reel turns
// while all reels below it pass from 9 to 0.
export function reels_of(cents: number, count: number): number[] {
  const whole = Math.floor(cents);
  let part = cents - whole;
  let rest = whole;
  const reels: number[] = [];
  for (let reel = 0; reel < count; reel += 1) {
    const digit = rest % 10;
    reels.push(digit + part);
    if (digit !== 9) part = 0;
    rest = Math.floor(rest / 10);
  }
  return reels;
}

// At least "0.00".
export const reels_needed = (cents: number) => Math.max(3, String(Math.floor(cents)).length);
