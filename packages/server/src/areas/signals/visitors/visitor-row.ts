import { rowOfTicker } from '@sw/domain/reports/list/row-mask';
import type { TickerId } from '@sw/domain/time/units';
import { notFound } from '../../../platform/errors.ts';
import { unknownTicker } from '../../../platform/unknown-values.ts';
import type { SignalsParts } from '../signals-parts.ts';

/** The row of a ticker in the newest public report. Throws not_found with the reason. */
export function createVisitorRow({ reports, directory, source }: Pick<SignalsParts, 'reports' | 'directory' | 'source'>) {
	return async (id: TickerId) => {
		const facts = source.isPublic ? reports.latest(null) : undefined;
		const ticker = directory.byId(id);
		if (!ticker) throw unknownTicker('id');
		const table = facts ? await reports.table(facts) : undefined;
		const row = table ? rowOfTicker(table, id) : -1;
		if (!facts || !table || row === -1) throw notFound("This ticker isn't in this report.");
		return { facts, ticker, table, row };
	};
}
