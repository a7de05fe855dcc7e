import { preOpen } from '@sw/domain/prices/bar-session';
import { type BarBlock, POST, PRE } from '@sw/domain/prices/blocks';
import { extendedVolumes } from '@sw/domain/prices/extended-volumes';
import type { Session } from '@sw/domain/time/calendar';
import type { UtcMs } from '@sw/domain/time/units';
import type { MarketParts } from '../parts.ts';
import { extendedBars } from '../stored/extended-bars.ts';
import { VOLUME_SESSIONS } from '../window/price-window.ts';

/** Sessions per read, to limit how many bars are in memory. */
const SESSIONS_AT_ONCE = 4;
/** The bars of the newest two are needed: the evening of one, the morning of the other. */
const WHOLE_SESSIONS = 2;

/** Adds what these sessions traded outside regular hours to the window's volumes. */
export function addVolumes(
	{ universe, window }: Pick<MarketParts, 'universe' | 'window'>,
	sessions: readonly Session[],
	bars: BarBlock,
): void {
	const rows = { rows: universe.ids.length, rowOf: universe.rowOf };
	for (const session of sessions) {
		for (const part of [PRE, POST] as const) {
			const volumes = extendedVolumes(session, part, bars, rows);
			if (volumes) window.addVolumes(volumes);
		}
	}
}

/** Fills the window with stored trading outside regular hours: bars of the newest two sessions, volumes of all compared sessions. */
export async function fillExtended(parts: MarketParts, newest: Session, until: UtcMs): Promise<void> {
	const { stores, calendar, window, yieldToEventLoop } = parts;
	const first = calendar.sessionNumber(Math.max(0, newest.ordinal - VOLUME_SESSIONS + 1)) ?? newest;
	const sessions = calendar.sessionsBetween(first.date, newest.date);
	const older = sessions.slice(0, -WHOLE_SESSIONS);
	for (let at = 0; at < older.length; at += SESSIONS_AT_ONCE) {
		const group = older.slice(at, at + SESSIONS_AT_ONCE);
		const next = sessions[at + group.length] ?? newest;
		addVolumes(parts, group, await extendedBars(stores, preOpen(group[0] as Session), preOpen(next)));
		await yieldToEventLoop();
	}
	const last = sessions.slice(-WHOLE_SESSIONS);
	const bars = await extendedBars(stores, preOpen(last[0] ?? newest), until);
	addVolumes(parts, last, bars);
	window.addExtended(bars);
}
