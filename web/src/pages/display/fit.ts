// How wide an amount is, in ems of its figures: all figures are equally wide, so the size that fills a box needs no measuring.
// The widths are those of display.css.
const figure = 0.64;
const group = 0.28;
const cent = figure * 0.5;
const gap = 0.06;

export function ems_of(figures: number): number {
  const whole = figures - 2;
  return figure + whole * figure + Math.floor((whole - 1) / 3) * group + gap + 2 * cent;
}

// For an amount of so many figures, cents included; `part` of the width of its box where it may not be as large as another.
export const unit_of = (figures: number, part = 1) => ({ '--ems': String(ems_of(figures) / part) });
