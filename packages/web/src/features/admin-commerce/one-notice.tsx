import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { type AdminColumn, AdminTable } from '../../entities/administration/admin-table.tsx';
import { adminLink } from '../../entities/administration/links.ts';
import { PageHead } from '../../entities/administration/page-head.tsx';
import { readTable } from '../../entities/administration/table-state.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import css from './commerce.module.css';
import { type Fact, Facts, Time } from './facts.tsx';
import { orderLink } from './links.ts';
import { typeText } from './notice-table.tsx';
import { noticeWords as words } from './notice-words.ts';
import { NOTICES, type Notice, noticeQuery } from './queries.ts';
import { StateOfPage } from './state-of-page.tsx';
import { commerceWords } from './words.ts';
import { WorkAgain } from './work-again.tsx';

type NoticeField = readonly [name: string, value: string];

const factsOf = (notice: Notice): Fact[] => [
	[commerceWords.state, commerceWords.noticeStates[notice.state]],
	[words.reason, notice.reason ?? words.noReason],
	[words.received, <Time key="received" iso={notice.received} />],
	[words.worked, <Time key="worked" iso={notice.worked} absent={words.notWorked} />],
	[words.attempts, notice.attempts],
	[words.copies, notice.copies],
	[words.order, notice.provider_order_id],
	[words.subscription, notice.provider_subscription_id ?? words.noSubscription],
	[
		words.ourOrder,
		notice.order_id === null ? (
			words.noOrder
		) : (
			<Link key="order" className={css['link'] ?? ''} {...orderLink(notice.order_id)}>
				{words.toOrder}
			</Link>
		),
	],
];

const COLUMNS: readonly AdminColumn<NoticeField, string>[] = [
	{ key: 'name', label: words.field, cell: ([name]) => name },
	{ key: 'value', label: words.value, cell: ([, value]) => <div className={css['value']}>{value || words.empty}</div> },
];

/** One payment notification with every field received, unknown ones included. */
export const OneNotice = ({ id }: { id: string }) => {
	const { api } = useRouteContext({ from: '__root__' });
	const query = useQuery(noticeQuery(api, id));
	return (
		<StateOfPage
			query={query}
			noSuch={{ title: words.noSuch, detail: words.noSuchDetail }}
			back={{ link: adminLink('payment-notices'), label: words.all }}
		>
			{(notice) => (
				<>
					<PageHead title={words.one(typeText(notice))}>
						<Link {...adminLink('payment-notices')} className={buttonClass}>
							{words.all}
						</Link>
						<WorkAgain notice={notice} />
					</PageHead>
					<Facts facts={factsOf(notice)} />
					<section className={css['part']} aria-labelledby="notice-fields">
						<h2 id="notice-fields">{words.fields}</h2>
						<p className={css['note']}>{notice.stripped === null ? words.fieldsNote : words.stripped(etDateTime(msOf(notice.stripped)))}</p>
						<AdminTable
							label={words.fieldsTable}
							rules={NOTICES}
							state={readTable(NOTICES, {})}
							columns={COLUMNS}
							idOf={([name]) => name}
							data={{ items: Object.entries(notice.fields), total_count: 0 }}
							isError={false}
							retry={() => {}}
							empty={{ detail: words.none }}
						/>
					</section>
				</>
			)}
		</StateOfPage>
	);
};
