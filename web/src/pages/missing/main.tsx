// The page for an unknown address: where to go instead.
import { render } from 'preact';
import { text } from '../../text';
import { Brand } from '../../ui/brand';
import '../../ui/theme.css';
import './missing.css';

const words = text.missing;

function MissingPage() {
  return (
    <div class="missing">
      <header><Brand /></header>
      <main>
        <h1>{words.title}</h1>
        <p class="quiet">{words.says(location.pathname)}</p>
        <nav aria-label={words.doors}>
          <a href="/">{words.start}</a>
          <a href="/console">{text.start.door.console[0]}</a>
          <a href="/practice">{text.start.door.practice[0]}</a>
          <a href="/math">{text.start.door.math[0]}</a>
        </nav>
      </main>
    </div>
  );
}

render(<MissingPage />, document.getElementById('page')!);
