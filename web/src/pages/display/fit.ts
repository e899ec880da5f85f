// How wide an amount is, in ems of its digits. All digits are equally wide, so the size that fills a box needs no
// measuring. The widths match display.css.
const figure = 0.64;
const group = 0.28;
const cent = figure * 0.5;
const gap = 0.06;

export function ems_of(figures: number): number {
  const whole = figures - 2;
  return figure + whole * figure + Math.floor((whole - 1) / 3) * group + gap + 2 * cent;
}

// For an amount with this many digits, cents included. `part` limits the width, for an amount that must be smaller than
// another.
export const unit_of = (figures: number, part = 1) => ({ '--ems': String(ems_of(figures) / part) });
