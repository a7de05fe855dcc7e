import { type AdminColumn, AdminTable } from '../../entities/administration/admin-table.tsx';
import { readTable } from '../../entities/administration/table-state.ts';
import css from './commerce.module.css';
import { noticeWords as words } from './notice-words.ts';
import { NOTICES, type TurnedAway } from './queries.ts';

const COLUMNS: readonly AdminColumn<TurnedAway, string>[] = [
	{ key: 'date', label: words.day, cell: ({ date }) => date },
	{ key: 'hook', label: words.hook, cell: ({ hook }) => words.hooks[hook] },
	{ key: 'reason', label: words.reason, cell: ({ reason }) => reason },
	{ key: 'count', label: words.count, isNumber: true, cell: ({ count }) => count },
];

/** Rejected requests to the payment endpoints, by day. */
export const TurnedAwayPart = ({ rows }: { rows: readonly TurnedAway[] }) => (
	<section className={css['part']} aria-labelledby="turned-away">
		<h2 id="turned-away">{words.turnedAway}</h2>
		<p className={css['note']}>{rows.length === 0 ? words.noneTurnedAway : words.turnedAwayNote}</p>
		{rows.length === 0 ? null : (
			<AdminTable
				label={words.turnedAwayTable}
				rules={NOTICES}
				state={readTable(NOTICES, {})}
				columns={COLUMNS}
				idOf={({ date, hook, reason }) => `${date} ${hook} ${reason}`}
				data={{ items: rows, total_count: 0 }}
				isError={false}
				retry={() => {}}
				empty={{ detail: words.noneTurnedAway }}
			/>
		)}
	</section>
);
