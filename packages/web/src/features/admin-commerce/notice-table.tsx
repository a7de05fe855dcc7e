import { Link } from '@tanstack/react-router';
import { type AdminColumn, AdminTable } from '../../entities/administration/admin-table.tsx';
import { readTable } from '../../entities/administration/table-state.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import css from './commerce.module.css';
import { Time } from './facts.tsx';
import { noticeLink } from './links.ts';
import { noticeWords as words } from './notice-words.ts';
import { NOTICES, type Notice } from './queries.ts';
import { commerceWords } from './words.ts';
import { WorkAgain } from './work-again.tsx';

export const typeText = ({ type }: Pick<Notice, 'type'>): string => type || words.unnamed;

export const NOTICE_COLUMNS: readonly AdminColumn<Notice, string>[] = [
	{
		key: 'type',
		label: words.type,
		cell: (notice) => (
			<Link
				className={css['link'] ?? ''}
				{...noticeLink(notice.id)}
				aria-label={words.open(typeText(notice), notice.provider_order_id, etDateTime(msOf(notice.received)))}
			>
				{typeText(notice)}
			</Link>
		),
	},
	{ key: 'received', label: words.received, cell: ({ received }) => <Time iso={received} /> },
	{
		key: 'state',
		label: commerceWords.state,
		cell: ({ state }) => <span className={state === 'failed' ? css['fault'] : undefined}>{commerceWords.noticeStates[state]}</span>,
	},
	{ key: 'order', label: words.order, cell: ({ provider_order_id: number }) => number },
	{ key: 'subscription', label: words.subscription, cell: ({ provider_subscription_id: number }) => number ?? words.noSubscription },
	{ key: 'copies', label: words.copies, isNumber: true, cell: ({ copies }) => copies },
	{ key: 'reason', label: words.reason, cell: ({ reason }) => reason ?? words.noReason, whole: ({ reason }) => reason ?? '' },
	{ key: 'act', label: commerceWords.act, cell: (notice) => <WorkAgain notice={notice} /> },
];

/** A complete list of payment notifications, not paginated. */
export const NoticeTable = ({ label, notices }: { label: string; notices: readonly Notice[] }) => (
	<AdminTable
		label={label}
		rules={NOTICES}
		state={readTable(NOTICES, {})}
		columns={NOTICE_COLUMNS}
		idOf={({ id }) => id}
		data={{ items: notices, total_count: 0 }}
		isError={false}
		retry={() => {}}
		empty={{ detail: words.none }}
	/>
);
