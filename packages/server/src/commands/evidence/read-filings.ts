import { readdirSync } from 'node:fs';
import { publicAt } from '@sw/domain/filings/filing';
import { INFORMATION_STATES } from '@sw/domain/filings/information';
import type { Calendar, Session } from '@sw/domain/time/calendar';
import type { ExchangeDate } from '@sw/domain/time/units';
import { eachRow, type Prices } from './read-prices.ts';

const FILE = /^filings\.csv(\.gz)?$/;
const NEEDED = ['symbol', 'accepted'];
/** Sessions of a look-back, as for lists that rate the day. */
const LOOK_BACK = 5;

/**
 * Reads filings.csv or filings.csv.gz of a folder (symbol; acceptance in ISO 8601 with its offset). Answers, by cell of the panel, the place in
 * INFORMATION_STATES at the close over five sessions: known of the symbols that the file names, from its first filing to its last. Undefined without such a
 * file. Throws Error with a line to show.
 */
export function readFilings(folder: string, { panel, rowOf }: Pick<Prices, 'panel' | 'rowOf'>, calendar: Calendar): Uint8Array | undefined {
	const file = readdirSync(folder).find((name) => FILE.test(name));
	if (file === undefined) return undefined;
	const sessions = panel.dates.length;
	const closes = panel.dates.map((date) => (calendar.sessionOn(date) as Session).close);
	const before = calendar.previousSession(panel.dates[0] as ExchangeDate)?.close ?? 0;
	const filed: { row: number; session: number }[] = [];
	eachRow(folder, file, NEEDED, ([symbol = '', accepted = '']) => {
		const at = /(Z|[+-]\d\d:\d\d)\s*$/.test(accepted) ? Date.parse(accepted.trim()) : Number.NaN;
		if (Number.isNaN(at))
			throw new Error(`${file}: '${accepted}' of ${symbol} is no time with an offset, such as 2016-03-01T16:05:00-05:00.`);
		const row = rowOf.get(symbol);
		if (row === undefined || publicAt(at) <= before) return;
		const session = closes.findIndex((close) => close >= publicAt(at));
		filed.push({ row, session: session === -1 ? sessions : session });
	});
	const states = new Uint8Array(panel.rows * sessions);
	const known = filed.map(({ session }) => session);
	// The sessions before the first filing are not known to be without one.
	const [from, to] = [known.reduce((a, b) => Math.min(a, b), sessions) + LOOK_BACK, known.reduce((a, b) => Math.max(a, b), -1)];
	for (const row of new Set(filed.map((one) => one.row)))
		states.fill(INFORMATION_STATES.indexOf('no'), row * sessions + Math.min(from, sessions), row * sessions + Math.min(to + 1, sessions));
	for (const { row, session } of filed)
		states.fill(INFORMATION_STATES.indexOf('yes'), row * sessions + session, row * sessions + Math.min(session + LOOK_BACK, sessions));
	return states;
}
