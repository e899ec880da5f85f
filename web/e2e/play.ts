// Play at a house's tables without a keypad: the controller sends the rounds, people at a console decide the claims.
import { cards, type House, type RoleName } from './house';
import type { LiveChannel } from '../src/live_channel';
import type { Sent } from '../src/decode';
import type { Wager } from '../src/commands';

export class Play {
  private readonly controllers = new Map<string, LiveChannel>();
  private readonly cookies = new Map<RoleName, string>();
  private last = 0;

  constructor(private readonly house: House) {}

  private controller(table: string): LiveChannel {
    const known = this.controllers.get(table) ?? this.house.controller(table);
    this.controllers.set(table, known);
    return known;
  }

  // Sends a command as the table's controller; throws if it is refused.
  async says(table: string, command: object): Promise<any> {
    const answer = await this.controller(table).ask('command', command as any);
    if (!answer.accepted) throw new Error(JSON.stringify(answer.refused ?? answer.failed));
    return answer.accepted;
  }

  start(table: string, wagers: readonly Sent<Wager>[]): Promise<any> {
    return this.says(table, { start_round: { table, wagers } });
  }

  end(table: string): Promise<any> {
    return this.says(table, { end_round: { table } });
  }

  // Marks a hand, which claims the level's amount. Returns the claim's number and amount.
  async mark(table: string, position: number, link: string, hand: string): Promise<{ claim: number; amount: string }> {
    const { claim, priced } = await this.says(table, { mark_hand: { table, position, link, hand } });
    return { claim, amount: priced.find((price: any) => price.claim === claim).amount };
  }

  // As a person of that role, with `second` as the second person.
  async decide(role: RoleName, command: object, second?: RoleName): Promise<any> {
    const post = (path: string, body: object) =>
      fetch(this.house.url + path, { method: 'POST', headers: { 'Content-Type': 'application/json', cookie: this.cookies.get(role) ?? '' }, body: JSON.stringify(body) });
    if (!this.cookies.has(role)) {
      const signed = await post('/v1/sign-in', cards[role]);
      this.cookies.set(role, signed.headers.get('set-cookie')!.split(';')[0]!);
    }
    const response = await post('/v1/commands', { id: `play-${role}-${++this.last}`, ...(second ? { second: cards[second] } : {}), command });
    const json: any = await response.json();
    if (!response.ok) throw new Error(JSON.stringify(json));
    return json.outcome;
  }

  // After a restart of the program, everyone signs in again.
  forget_sessions(): void {
    this.cookies.clear();
  }
}
