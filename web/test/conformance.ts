// The whole protocol against the real program (CARDROOM_PROGRAM): every message, every address for every role, every
// refusal. What docs/reference/protocol.md promises and no test saw fails the run. CARDROOM_REWRITE_SCHEMA=1 writes the examples of
// data/schema and docs/reference/protocol.md anew: read the difference.
import { after, afterEach, before } from 'node:test';
import { Floor, Server } from './floor';
import { abuse, silence_begins, silence_ends } from './parts/abuse';
import { access } from './parts/access';
import { demonstration } from './parts/demonstration';
import { ending } from './parts/ending';
import { opening } from './parts/opening';
import { pages } from './parts/pages';
import { rounds } from './parts/rounds';
import { takeover } from './parts/takeover';

const floor = new Floor();
before(async () => {
  floor.server = await Server.start(floor.ledger);
});
afterEach(() => floor.close_all());
after(async () => {
  await floor.server.stop();
  floor.clean();
});

opening(floor);
silence_begins(floor);
rounds(floor);
access(floor);
pages(floor);
abuse(floor);
silence_ends();
takeover(floor);
demonstration(floor);
ending(floor);
