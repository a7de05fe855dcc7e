import { type AdminColumn, AdminTable } from '../../entities/administration/admin-table.tsx';
import { readTable } from '../../entities/administration/table-state.ts';
import { monthDayYear } from '../../lib/format/times.ts';
import css from './commerce.module.css';
import { notificationWords as words } from './notification-words.ts';
import { NOTIFICATIONS, type RejectedRequests } from './queries.ts';

const COLUMNS: readonly AdminColumn<RejectedRequests, string>[] = [
	{ key: 'date', label: words.day, cell: ({ date }) => monthDayYear(date) },
	{ key: 'hook', label: words.hook, cell: ({ hook }) => words.hooks[hook] },
	{ key: 'reason', label: words.reason, cell: ({ reason }) => reason },
	{ key: 'count', label: words.count, isNumber: true, cell: ({ count }) => count },
];

/** Rejected requests to the payment endpoints, by day. */
export function RejectedRequestsPart({ rows }: { rows: readonly RejectedRequests[] }) {
	return (
		<section className={css['part']} aria-labelledby="turned-away">
			<h2 id="turned-away">{words.rejectedRequests}</h2>
			<p className={css['note']}>{rows.length === 0 ? words.noneTurnedAway : words.turnedAwayNote}</p>
			{rows.length === 0 ? null : (
				<AdminTable
					label={words.turnedAwayTable}
					rules={NOTIFICATIONS}
					state={readTable(NOTIFICATIONS, {})}
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
}
