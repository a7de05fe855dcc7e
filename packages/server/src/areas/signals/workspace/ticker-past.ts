import type { Algo } from '@sw/domain/reports/licence';
import type { TickerHistory } from '@sw/domain/reports/ticker-history';
import type { TickerId, UtcMs } from '@sw/domain/time/units';
import { createAnswerCache } from '../../../platform/cache/answer-caches.ts';
import type { WorkspaceParts } from '../ports.ts';

/** Cached histories: ten sessions take 12 kB each. */
const KEPT = 500;

export interface PastSpan {
	from: UtcMs;
	to: UtcMs;
	algo: Algo;
	/** Whether public information and the numbers of the session are read, too. */
	beside: boolean;
}

/** Recent histories of tickers, cached until a new report or version is published. */
export function createTickerPast({ history, reports }: Pick<WorkspaceParts, 'history' | 'reports'>) {
	const kept = createAnswerCache<string, Promise<TickerHistory>>({ max: KEPT });
	return (id: TickerId, span: PastSpan): Promise<TickerHistory> => {
		const key = `${id} ${span.from} ${span.to} ${span.algo} ${span.beside} ${reports.changes()}`;
		const found = kept.get(key);
		if (found) return found;
		const reading = history(id, span);
		kept.set(key, reading);
		reading.catch(() => kept.delete(key));
		return reading;
	};
}

export type TickerPast = ReturnType<typeof createTickerPast>;
