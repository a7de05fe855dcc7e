import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { ActionButton } from '../../entities/administration/action-button.tsx';
import { type AdminColumn, AdminTable, TableFilters } from '../../entities/administration/admin-table.tsx';
import { type AdminSearch, readTable } from '../../entities/administration/table-state.ts';
import { formatCount } from '../../lib/format/numbers.ts';
import { formatDatesIn } from '../../lib/format/screen-dates.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { EtTime } from '../../ui/et-time.tsx';
import { fieldErrorsOf } from '../../ui/use-submit.ts';
import css from './data.module.css';
import { readFollowedJobs, useFollowJob } from './data-address.ts';
import { JobWatch } from './job-watch.tsx';
import { LEDGER, type LedgerEntry, ledgerQuery } from './queries.ts';
import { dataWords as words } from './words.ts';

const COLUMNS: readonly AdminColumn<LedgerEntry, string>[] = [
	{ key: 'batch', label: words.batch, cell: ({ batch }) => batch },
	{ key: 'written', label: words.written, cell: ({ created }) => <EtTime ms={msOf(created)}>{etDateTime(msOf(created))}</EtTime> },
	{ key: 'kind', label: words.kind, cell: ({ kind }) => kind },
	{ key: 'provider', label: words.provider, cell: ({ provider }) => provider },
	{ key: 'state', label: words.state, cell: ({ state }) => state },
	{ key: 'rows', label: words.rows, cell: ({ rows }) => formatCount(rows), isNumber: true },
	{ key: 'note', label: words.note, cell: ({ note }) => formatDatesIn(note), tooltip: ({ note }) => formatDatesIn(note) },
];

const NO_ENTRIES = { items: [], total_count: 0 };

/** Lists all writes to the stored market data with their sources, or only the writes to one ticker's bars. */
export function Ledger({ search }: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const state = readTable(LEDGER, search);
	const { data, error, refetch } = useQuery(ledgerQuery(api, state));
	const jobIds = readFollowedJobs(search);
	const follow = useFollowJob('ledger', jobIds);
	const undoColumn: AdminColumn<LedgerEntry, string> = {
		key: 'undo',
		label: words.undo,
		cell: ({ batch, note, rows, can_undo }) =>
			can_undo ? (
				<ActionButton
					label={words.undo}
					fullLabel={words.undoNamed(batch)}
					effect={words.undoEffect(formatDatesIn(note), formatCount(rows))}
					confirmLabel={words.undo}
					act={async () => {
						follow('act', await api.operations.undoImport({ params: { batch } }));
						return words.undoQueued;
					}}
				/>
			) : null,
	};
	const fieldError = Object.values(fieldErrorsOf(error, ['ticker', 'from', 'to']) ?? {})[0];
	return (
		<>
			<p className={css['note']}>{words.ledgerNote}</p>
			{jobIds.act ? <JobWatch id={jobIds.act} /> : null}
			<TableFilters
				rules={LEDGER}
				state={state}
				labels={{ ticker: words.ticker, from: words.from, to: words.to, kind: words.kind, state: words.state }}
			/>
			<AdminTable
				label={words.view('ledger')}
				rules={LEDGER}
				state={state}
				columns={[...COLUMNS, undoColumn]}
				idOf={({ batch }) => batch}
				data={fieldError ? NO_ENTRIES : data}
				isError={error !== null && !fieldError}
				retry={() => void refetch()}
				empty={{ detail: fieldError ?? words.noLedgerDetail }}
			/>
		</>
	);
}
