import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import css from '../../ui/dialog.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import { EtTime } from '../../ui/et-time.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { StateBox } from '../../ui/state-box.tsx';
import { words as common } from '../../ui/words.ts';
import { AdminPages } from './admin-pages.tsx';
import type { AdminState } from './admin-state.ts';
import { AdminTable } from './admin-table.tsx';
import { outboxQuery } from './queries.ts';
import { adminWords } from './words.ts';

/** The text of one mail. Its HTML is in the .eml file for a mail program: markup of mails has no place in our own pages. */
const MailDialog = ({ id, close }: { id: string; close: () => void }) => {
	const dialog = useRef<HTMLDialogElement>(null);
	const { api } = useRouteContext({ from: '__root__' });
	const { data } = useQuery({ queryKey: ['accounts', 'outbox', 'mail', id], queryFn: () => api.accounts.outboxMail({ params: { id } }) });
	return (
		<Dialog dialog={dialog} title={data?.subject ?? ''} size="wide" opensItself onClose={close}>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
			<pre className={css['mail']} tabIndex={0}>
				{data?.text}
			</pre>
			<form method="dialog" className={css['actions']}>
				<button type="submit" className={buttonClass}>
					{common.close}
				</button>
			</form>
		</Dialog>
	);
};

export const AdminOutbox = ({ state }: { state: AdminState }) => {
	const { api } = useRouteContext({ from: '__root__' });
	const { data, isError, refetch } = useQuery(outboxQuery(api, state.page));
	const [opened, open] = useState<string | null>(null);
	const columns = (['time', 'to', 'subject'] as const).map((key) => ({ key, head: adminWords[key] }));
	return (
		<>
			{isError ? <LoadFailed retry={() => void refetch()} /> : null}
			{data?.items.length === 0 ? <StateBox title={adminWords.outboxEmpty} detail={adminWords.outboxEmptyDetail} /> : null}
			{data && data.items.length > 0 ? (
				<AdminTable label={adminWords.views.outbox} columns={columns}>
					{data.items.map((mail) => (
						<tr key={mail.id}>
							<td data-label={adminWords.time}>
								<EtTime ms={msOf(mail.time)}>{etDateTime(msOf(mail.time))}</EtTime>
							</td>
							<td data-label={adminWords.to}>{mail.to}</td>
							<td data-label={adminWords.subject}>
								<button
									type="button"
									className={buttonClass}
									aria-label={adminWords.open(mail.subject, mail.to)}
									onClick={() => open(mail.id)}
								>
									{mail.subject}
								</button>
							</td>
						</tr>
					))}
				</AdminTable>
			) : null}
			<AdminPages state={state} total={data?.total_count ?? 0} />
			{opened ? <MailDialog key={opened} id={opened} close={() => open(null)} /> : null}
		</>
	);
};
