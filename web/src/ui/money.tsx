import { money, money_parts } from '../format';

// An amount; on large meters the cents are smaller.
export function Money({ amount, small_cents, exact = false }: { amount: string; small_cents?: boolean; exact?: boolean }) {
  if (!small_cents) return <span class="money">{money(amount, exact)}</span>;
  const { sign, whole, cents } = money_parts(amount, exact);
  return (
    <span class="money">
      <span class="unseen">{money(amount, exact)}</span>
      <span aria-hidden="true">{sign}{whole}<span class="cents">{cents}</span></span>
    </span>
  );
}
