import type { Session } from '@sw/domain/time/calendar';
import { earlierJumps } from './earlier-jumps.ts';
import type { JumpParts } from './find-jumps.ts';
import type { MarketEngine } from './market-engine.ts';

/** Before its first session: gives a new engine what one that has run for long remembers of the time before it. */
export async function rememberEarlier(
	{ engine, universe }: MarketEngine,
	parts: Omit<JumpParts, 'universe'>,
	begin: Pick<Session, 'date' | 'open'>,
): Promise<void> {
	engine.countAsIndex(universe.quietAt(begin.open));
	engine.quarantineEarlier(await earlierJumps({ ...parts, universe }, begin));
}
