import mark from './mark.svg';

export function Brand({ href = '/' }: { href?: string }) {
  return (
    <a class="brand" href={href}>
      <img src={mark} alt="" />
      Cardroom
    </a>
  );
}
