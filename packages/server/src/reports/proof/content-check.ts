import { type ChainFault, nameOf } from '@sw/domain/reports/chain';
import type { ReportRecord } from '@sw/domain/reports/report-record';
import { isoSeconds } from '@sw/domain/time/format';
import type { StoredContent } from '@sw/store/clickhouse/report-contents';
import { contentHash } from '../content-hash.ts';

export interface ContentCheckParts {
	records: readonly ReportRecord[];
	/** The hash of the parameter set with this number. */
	parametersHash: (version: number) => string;
	/** Whether rows of this build would count. */
	counts: (build: number) => boolean;
}

/** Holds stored rows against the records of their reports, in whatever order they come. */
export interface ContentCheck {
	take(content: StoredContent): void;
	/** Once all rows were taken. */
	faults(): ChainFault[];
	rows(): number;
}

export function createContentCheck({ records, parametersHash, counts }: ContentCheckParts): ContentCheck {
	const missing = new Map(records.map((record) => [keyOf(record.time, record.algo, record.buildId), record]));
	const found: ChainFault[] = [];
	let rows = 0;
	const fault = (record: ReportRecord, reason: string): void => {
		found.push({ seq: record.chainSeq, kind: 'changed', detail: `${nameOf(record)}: ${reason}` });
	};
	return {
		take: ({ table, build }) => {
			rows += table.count;
			const key = keyOf(table.time, table.algo, build);
			const record = missing.get(key);
			missing.delete(key);
			if (!record) {
				if (counts(build))
					found.push({
						seq: 0,
						kind: 'added',
						detail: `${table.count} stored rows of ${isoSeconds(table.time)} ${table.algo} belong to no report`,
					});
			} else if (table.count !== record.tickers) fault(record, `${table.count} rows are stored instead of ${record.tickers}`);
			else if (contentHash(table, record, parametersHash(record.parametersVersion)) !== record.contentHash)
				fault(record, 'its rows have changed since publication');
		},
		faults: () => {
			const lost = [...missing.values()].filter(({ tickers }) => tickers > 0);
			for (const record of lost) fault(record, 'its rows are missing');
			missing.clear();
			return [...found].sort((one, other) => one.seq - other.seq);
		},
		rows: () => rows,
	};
}

function keyOf(time: number, algo: string, build: number): string {
	return `${time} ${algo} ${build}`;
}
