import type { Api } from '@sw/contract/client/create-api';
import { isoSeconds } from '@sw/domain/time/format';
import { newYorkToUtc, parseDate } from '@sw/domain/time/zone';
import { EXIT, Failure, usageFailure } from '../shell/exit.ts';
import type { ParsedArguments } from '../shell/options.ts';

/** More than the reports of one date. */
const MOST = 100;

/** The time of the report selected by the options; undefined for the newest. Queries the server if only a date is given. */
export async function reportTime(args: ParsedArguments, api: Api): Promise<string | undefined> {
	const [date, slot, version] = ['date', 'slot', 'version'].map(args.text) as [string?, string?, string?];
	if (date === undefined) {
		if (slot ?? version) throw usageFailure(`--${slot === undefined ? 'version' : 'slot'} needs --date.`);
		return undefined;
	}
	if (/^\d{4}-\d{2}-\d{2}T/.test(date)) {
		if (slot !== undefined) throw usageFailure('--slot needs a date; an instant already identifies its slot.');
		return date;
	}
	const day = parseDate(date);
	if (day === undefined)
		throw usageFailure(`--date: '${date}' is neither a date (2026-03-04) nor an instant in UTC (2026-03-04T14:45:00Z).`);
	if (slot !== undefined) {
		const [, hour, minute] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(slot) ?? [];
		if (hour === undefined) throw usageFailure(`--slot: '${slot}' isn't a time of day such as 10:45.`);
		return isoSeconds(newYorkToUtc(day, Number(hour), Number(minute)));
	}
	const { items } = await api.signals.sectorChartHistoryDates({ query: { from: day, to: day, max: MOST } });
	const open = items.find(({ locked }) => !locked);
	if (!open)
		throw new Failure(
			EXIT.nothing,
			items.length > 0 ? `Your licence doesn't include any report of ${day}.` : `No report was published on ${day}.`,
		);
	return open.date;
}
