// What a demo publishes: its cards, its screens and its meters. Without --demo there is none.
import { get, Refused } from '../../api';
import { list, object, text, type Of } from '../../decode';
import { Meters } from '../../protocol';

const Demo = object({
  house: text,
  cards: list(object({ staff: text, pin: text, role: text, name: text })),
  tables: list(object({ table: text, game: text, keypad_token: text, display_token: text, shuffler_token: text })),
  meters: Meters,
});
export type Demo = Of<typeof Demo>;

export async function read_demo(signal: AbortSignal): Promise<Demo | null> {
  try {
    return await get('/v1/demo', Demo, signal);
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return null;
    throw error;
  }
}
