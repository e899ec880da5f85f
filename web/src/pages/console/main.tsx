// The game manager's console: the staff's page for the whole floor.
import { render } from 'preact';
import { useEffect } from 'preact/hooks';
import { text } from '../../text';
import { Brand } from '../../ui/brand';
import { Failed, Loading } from '../../ui/notice';
import { begin, failure, me, session } from './session';
import { FirstStartPage, SignInCover, SignInPage } from './sign_in';
import { Shell } from './shell';
import { apply_look } from './look';
import '../../ui/theme.css';
import './console.css';
import './parts.css';
import './floor/floor.css';
import './approvals/approvals.css';
import './links/links.css';
import './print.css';

function Console() {
  useEffect(() => void begin(), []);
  switch (session.value) {
    case 'asking': return <main class="entrance" aria-busy="true"><Brand /><div class="panel"><Loading lines={4} /></div></main>;
    case 'failed': return <main class="entrance"><Brand /><h1 class="unseen">{text.console.title}</h1><Failed error={failure.value!} again={() => void begin()} /></main>;
    case 'first_start': return <FirstStartPage />;
    case 'out': return <SignInPage />;
    default: return (
      <>
        <Shell key={me.value!.staff} />
        {session.value === 'ended' && <SignInCover />}
      </>
    );
  }
}

apply_look();
render(<Console />, document.getElementById('page')!);
