import type { SessionMatrix } from '@sw/domain/prices/session-matrix';
import type { Calendar, Session } from '@sw/domain/time/calendar';
import { lastElapsedSlot, slotEnd } from '@sw/domain/time/slots';
import { type UtcMs, utcMs } from '@sw/domain/time/units';
import { sessionMatrices } from '@sw/store/clickhouse/session-matrices';
import type { Stores } from '@sw/store/open';
import { visibleBatches } from '@sw/store/postgres/records/tickers/batches';
import type { Provider } from '../../intake/provider.ts';
import { barsOfSlots, optionsOfSlots } from '../../intake/slot-blocks.ts';
import type { Universe } from '../engine/universe.ts';
import type { BarsWriter } from '../stored/bars-writer.ts';

/** A session on its way to the engine; its slots up to `lastSlot` have ended. */
export interface SessionInFlight {
	session: Session;
	matrix: SessionMatrix;
	lastSlot: number;
}

/**
 * Walks over sessions in order: what is stored comes from the store; what is not is fetched from the provider, handed to the writer (which
 * flushes when much waits), and passed on. `now` cuts the running session; `until` is where the store's data ends.
 */
export async function walkSessions(
	{ stores, provider, universe, writer }: { stores: Stores; provider: Provider; universe: Universe; writer: BarsWriter },
	calendar: Calendar,
	sessions: readonly Session[],
	span: { until: UtcMs | undefined; now: UtcMs },
	onSession: (flight: SessionInFlight) => Promise<void>,
): Promise<void> {
	const until = span.until ?? utcMs(0);
	const stored = sessions.filter((session) => session.open < until);
	const seen = await visibleBatches(stores.records.db);
	const pass = async (session: Session, given: SessionMatrix | undefined): Promise<void> => {
		const lastSlot = lastElapsedSlot(session, span.now);
		const have = given ? lastElapsedSlot(session, until) : -1;
		if (given && (have >= lastSlot || !provider.history)) return onSession({ session, matrix: given, lastSlot });
		const data = await provider.history?.session(session);
		if (!data) return;
		// Before the writer sees it: halts are stored beside the bars.
		data.matrix.halted = data.halted;
		const before = calendar.previousSession(session.date);
		if (before && have < 0 && provider.extended) writer.add({ bars: await provider.extended(before.close, session.open) });
		writer.add({
			bars: barsOfSlots(session, data.matrix, universe.ids, have + 1, lastSlot + 1),
			options: optionsOfSlots(session, data.matrix, universe.ids, have + 1, lastSlot + 1),
			...(data.note ? { note: data.note } : {}),
			until: { bars: lastSlot < 0 ? session.open : slotEnd(session, lastSlot) },
		});
		await onSession({ session, matrix: data.matrix, lastSlot });
		await writer.maybeFlush();
	};
	await sessionMatrices(stores.series, stored, universe.ids, seen, pass);
	for (const session of sessions.slice(stored.length)) await pass(session, undefined);
}
