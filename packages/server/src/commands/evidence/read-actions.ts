import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RowEvents } from '@sw/domain/research/evidence/daily-panel';
import { exchangeDate, tickerId } from '@sw/domain/time/units';
import type { Prices } from './read-prices.ts';

const FILE = 'corporate_actions_derived.csv';

export interface Actions {
	eventsOf(row: number): RowEvents | undefined;
	splits: number;
	dividends: number;
	/** Split candidates that the prices contradict: with them the overnight return would be larger than without. */
	contradicted: number;
}

/**
 * Splits and distributions derived from a vendor's adjusted closes. They are only candidates, so a split is accepted only where it explains the
 * prices. Without the file there are none, and large splits end in quarantine.
 */
export function readActions(folder: string, { panel, rowOf }: Pick<Prices, 'panel' | 'rowOf'>): Actions {
	const events = new Map<number, { splits: RowEvents['splits'][number][]; dividends: RowEvents['dividends'][number][] }>();
	const tally = { splits: 0, dividends: 0, contradicted: 0 };
	const path = join(folder, FILE);
	const [header = '', ...lines] = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
	const names = header.trim().split(',');
	const sessionOf = new Map(panel.dates.map((date, session) => [date, session]));
	for (const line of lines) {
		const fields = line.split(',');
		const field = (name: string): string => fields[names.indexOf(name)] ?? '';
		const row = rowOf.get(field('symbol'));
		const date = exchangeDate(field('ex_date'));
		const session = sessionOf.get(date);
		const [factor, before, open] = [field('factor'), field('prev_close'), field('ex_open')].map(Number) as [number, number, number];
		if (row === undefined || session === undefined || !(factor > 0 && before > 0)) continue;
		const own = events.get(row) ?? { splits: [], dividends: [] };
		events.set(row, own);
		const id = tickerId(row);
		if (field('kind') === 'split_candidate') {
			const ratio = Number(field('ratio_new')) / Number(field('ratio_old')) || 1 / factor;
			const jump = Math.log(open / before);
			if (Math.abs(jump + Math.log(ratio)) < Math.abs(jump)) {
				own.splits.push({ tickerId: id, date, ratio, session });
				tally.splits++;
			} else tally.contradicted++;
		} else if (factor < 1) {
			own.dividends.push({ tickerId: id, exDate: date, amount: before * (1 - factor), session });
			tally.dividends++;
		}
	}
	return { eventsOf: (row) => events.get(row), ...tally };
}
