import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { browserOf } from '../../../entities/session/browser-of.ts';
import { etDateTime, msOf } from '../../../lib/format/times.ts';
import { buttonClass } from '../../../ui/button.ts';
import cards from '../../../ui/cards-table.module.css';
import { ScrollBox } from '../../../ui/content/scroll-box.tsx';
import { Panel } from '../../../ui/content/settings-panel.tsx';
import table from '../../../ui/data-table.module.css';
import { EtTime } from '../../../ui/et-time.tsx';
import { snack } from '../../../ui/snackbars/snack.ts';
import { LoadFailed } from '../../../ui/states/load-failed.tsx';
import { type Sessions, sessionsQuery } from '../queries.ts';
import { profileWords } from '../words.ts';

type Session = Sessions['items'][number];

export function ProfileSessions() {
	const queryClient = useQueryClient();
	const { api } = useRouteContext({ from: '__root__' });
	const { data, isError, refetch } = useQuery(sessionsQuery(api));
	const onSuccess = () => queryClient.invalidateQueries({ queryKey: sessionsQuery(api).queryKey });
	const onError = (error: Error) => snack.error(profileWords.notEnded, error.message);
	const endOne = useMutation({ mutationFn: (id: string) => api.accounts.endSession({ params: { id }, body: {} }), onSuccess, onError });
	const endOthers = useMutation({ mutationFn: () => api.accounts.endOtherSessions({ body: {} }), onSuccess, onError });
	return (
		<Panel title={profileWords.sessions} anchor="sessions">
			{isError ? <LoadFailed retry={() => void refetch()} /> : null}
			<ScrollBox className={`${table['scroll']} ${cards['cards']}`} label={profileWords.sessionsTable}>
				<table className={table['table']}>
					<thead>
						<tr>
							<th scope="col">{profileWords.browser}</th>
							<th scope="col">{profileWords.from}</th>
							<th scope="col">{profileWords.seen}</th>
							<th scope="col">
								<span className="visually-hidden">{profileWords.end}</span>
							</th>
						</tr>
					</thead>
					<tbody>
						{data?.items.map((session) => (
							<Row key={session.id} session={session} end={() => endOne.mutate(session.id)} />
						))}
					</tbody>
				</table>
			</ScrollBox>
			{data && data.items.length > 1 ? (
				<p>
					<button type="button" className={buttonClass} onClick={() => endOthers.mutate()}>
						{profileWords.endOthers}
					</button>
				</p>
			) : null}
		</Panel>
	);
}

function Row({ session, end }: { session: Session; end: () => void }) {
	return (
		<tr>
			<th scope="row" title={session.agent}>
				{browserOf(session.agent)}
			</th>
			<td data-label={profileWords.from}>{session.address}</td>
			<td data-label={profileWords.seen}>
				<EtTime ms={msOf(session.seen)}>{etDateTime(msOf(session.seen))}</EtTime>
			</td>
			<td>
				{session.current ? (
					profileWords.thisSession
				) : (
					<button type="button" className={buttonClass} aria-label={profileWords.endNamed(browserOf(session.agent))} onClick={end}>
						{profileWords.end}
					</button>
				)}
			</td>
		</tr>
	);
}
