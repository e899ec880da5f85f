// The whole protocol against the real program (CARDROOM_PROGRAM): every message, every address for every role, every
// refusal. What docs/protocol.md promises and no test saw fails the run.
import { after, before } from 'node:test';
import { Floor, Server } from './floor';
import { opening } from './parts/opening';
import { abuse } from './parts/abuse';
import { access } from './parts/access';

const floor = new Floor();
before(async () => {
  floor.server = await Server.start(floor.ledger);
});
after(async () => {
  await floor.server.stop();
  floor.clean();
});

opening(floor);
access(floor);
abuse(floor);
