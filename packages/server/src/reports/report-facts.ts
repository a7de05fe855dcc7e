import { lagOf } from '@sw/domain/reports/lag';
import type { ReportRecord } from '@sw/domain/reports/report-record';
import { slotNamed } from '@sw/domain/reports/timetable';
import type { ReportTime } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import type { SlotsOn } from '../market/timetable/slot-times.ts';
import type { ReportFacts } from './hot-reports.ts';

/** What the timetable says about who may open a report. A report whose slot no longer exists needs the highest licence. */
export function placeOf(time: ReportTime, slotsOn: SlotsOn): Pick<ReportFacts, 'report' | 'first'> {
	const slot = slotNamed(slotsOn(newYorkDate(time)), time);
	return { report: slot?.report ?? 'pro', first: slot?.first ?? false };
}

/** What requests need to know about a published report. */
export function factsOf(record: ReportRecord, slotsOn: SlotsOn): ReportFacts {
	return {
		time: record.time,
		algo: record.algo,
		...placeOf(record.time, slotsOn),
		version: record.version,
		asOf: record.cutoff,
		published: record.publishedAt,
		lag: lagOf(record),
		hash: record.contentHash,
		tickers: record.tickers,
		reconstructed: record.reconstructed,
		parameters: record.parametersVersion,
	};
}
