import type { ReportRecord } from '@sw/domain/reports/report-record';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { ReportTable } from '@sw/domain/signals/report-table';
import { reportRows } from '@sw/store/clickhouse/report-rows';
import { type RecomputeParts, recompute } from './recompute.ts';

/** A report's table as it is stored, or scored by another set from the bars that it stands on. */
export const tableBy = async (
	parts: RecomputeParts,
	record: ReportRecord,
	parameters: ParameterSet,
	onShare: (share: number) => void,
): Promise<ReportTable> => {
	const stored = await reportRows(parts.stores.series, record.time, record.algo, record.buildId);
	if (parameters.version === record.parametersVersion) return stored;
	const counted = stored.mentions.some((count) => count >= 0);
	return (await recompute(parts, record, counted, { parameters, onShare })).table;
};
