import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { ActionButton } from '../../../entities/administration/action-button.tsx';
import { type AdminColumn, AdminTable } from '../../../entities/administration/admin-table.tsx';
import type { TableRules } from '../../../entities/administration/table-state.ts';
import { monthDayYear } from '../../../lib/format/times.ts';
import { useSubmit } from '../../../ui/use-submit.ts';
import css from '../data.module.css';
import type { Job } from '../queries.ts';
import { dataWords as words } from '../words.ts';

type CheckResult = AnswerOf<Contract['operations']['corporateActions']>;
type Row = CheckResult['rows'][number];

/** Maximum file size in bytes. The API accepts the same number of characters. */
const MAX_BYTES = 500_000;
/** Maximum number of rows shown. Refused rows come first. */
const MAX_ROWS = 100;
const RULES: TableRules<'line', never> = {
	page: 'data',
	sortable: [],
	sortBy: 'line',
	sortDir: 'asc',
	filters: {},
	extraSearch: { view: 'splits' },
};

const COLUMNS: readonly AdminColumn<Row, string>[] = [
	{ key: 'line', label: words.line, cell: ({ line }) => line },
	{ key: 'ticker', label: words.ticker, cell: ({ ticker }) => ticker },
	{ key: 'date', label: words.date, cell: ({ date }) => (date === null ? words.unreadable : monthDayYear(date)) },
	{ key: 'type', label: words.kind, cell: ({ type }) => type ?? words.unreadable },
	{ key: 'value', label: words.actionValue, cell: ({ value }) => value ?? words.unreadable, isNumber: true },
	{ key: 'replaces', label: words.replaces, cell: ({ replaces }) => replaces ?? words.noJump, isNumber: true },
	{ key: 'verdict', label: words.verdict, cell: ({ reason }) => (reason === null ? words.accepted : words.refusedFor(reason)) },
];

/** Uploads a file of splits and dividends. The server checks it row by row when it is selected, and applies it on confirmation. */
export function ActionFile({ onQueued }: { onQueued: (job: Pick<Job, 'id'>) => void }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { send, busy, failure, fieldErrors } = useSubmit(['csv']);
	const [selectedFile, setSelectedFile] = useState<{ name: string; csv: string; result: CheckResult }>();
	const checkFile = (file: File | undefined): void => {
		if (!file) return;
		setSelectedFile(undefined);
		send(async () => {
			if (file.size > MAX_BYTES) throw new Error(words.actionsTooLarge(file.name));
			const csv = await file.text();
			setSelectedFile({ name: file.name, csv, result: await api.operations.corporateActions({ body: { csv, dry_run: true } }) });
		});
	};
	return (
		<>
			<label className={css['field']}>
				{words.actionFile}
				<input
					type="file"
					accept=".csv,.tsv,.txt"
					disabled={busy}
					onChange={(event) => {
						checkFile(event.currentTarget.files?.[0]);
						// Allows choosing the same file again after it was fixed.
						event.currentTarget.value = '';
					}}
				/>
			</label>
			<p className={css['note']}>{words.actionFileHint}</p>
			<span role="alert" className={css['fault']}>
				{fieldErrors.csv ?? failure}
			</span>
			{selectedFile ? (
				<>
					<div className={css['row']}>
						<span role="status">{words.actionsChecked(selectedFile.name, selectedFile.result.accepted, selectedFile.result.refused)}</span>
						<ActionButton
							label={words.applyActions}
							effect={words.applyActionsEffect(selectedFile.result.accepted, selectedFile.result.refused)}
							confirmLabel={words.confirmLabel}
							disabled={selectedFile.result.accepted === 0}
							act={async () => {
								const { job, accepted } = await api.operations.corporateActions({ body: { csv: selectedFile.csv, dry_run: false } });
								if (job) onQueued(job);
								setSelectedFile(undefined);
								return words.actionsApplied(accepted);
							}}
						/>
					</div>
					<AdminTable
						label={words.actionRows}
						rules={RULES}
						state={{ page: 1, sortBy: 'line', sortDir: 'asc', filters: {} }}
						columns={COLUMNS}
						idOf={({ line }) => line}
						data={pickVisibleRows(selectedFile.result.rows)}
						isError={false}
						retry={() => {}}
						empty={{ detail: words.noSplitsDetail }}
					/>
				</>
			) : null}
		</>
	);
}

function pickVisibleRows(rows: readonly Row[]): { items: readonly Row[]; total_count: number } {
	const items = [...rows.filter(({ reason }) => reason !== null), ...rows.filter(({ reason }) => reason === null)].slice(0, MAX_ROWS);
	return { items, total_count: items.length };
}
