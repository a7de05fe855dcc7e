import { splitRatio } from '@sw/domain/prices/adjust';
import { type BarBlock, REGULAR } from '@sw/domain/prices/blocks';
import { sessionMatrix } from '@sw/domain/prices/session-matrix';
import type { Split } from '@sw/domain/prices/ticker';
import type { Session } from '@sw/domain/time/calendar';
import { lastElapsedSlot, slotOf } from '@sw/domain/time/slots';
import { SECOND } from '@sw/domain/time/units';
import type { SessionPrices } from './price-series.ts';

/** Stored bars of one ticker as the only row of sessions, as far as they had gone at `until`. */
export function storedSessions(
	sessions: readonly Session[],
	{ bars, splits }: { bars: BarBlock; splits: readonly Split[] },
	until: number,
): SessionPrices[] {
	const basis = sessions.at(-1)?.date;
	return sessions.map((session): SessionPrices => {
		const matrix = sessionMatrix(session.slots, 1);
		for (let i = 0; i < bars.count; i++) {
			const slot = slotOf(session, bars.time[i]! * SECOND);
			if (slot < 0 || bars.session[i] !== REGULAR) continue;
			for (const field of ['open', 'high', 'low', 'close', 'volume'] as const) matrix[field][slot] = bars[field][i]!;
		}
		const ratio = basis === undefined ? 1 : splitRatio(splits, session.date, basis);
		return { session, matrix, elapsed: lastElapsedSlot(session, until) + 1, ratios: [ratio] };
	});
}
