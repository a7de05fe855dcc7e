import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import type { Profile } from '../../../entities/session/session-query.ts';
import { sitePath } from '../../../lib/address/site-path.ts';
import { etDateTime, msOf } from '../../../lib/format/times.ts';
import cards from '../../../ui/cards-table.module.css';
import { ScrollBox } from '../../../ui/content/scroll-box.tsx';
import { Panel } from '../../../ui/content/settings-panel.tsx';
import { ShownOnce } from '../../../ui/content/shown-once.tsx';
import table from '../../../ui/data-table.module.css';
import { ConfirmButton } from '../../../ui/dialogs/confirm-button.tsx';
import { EtTime } from '../../../ui/et-time.tsx';
import form from '../../../ui/forms/form.module.css';
import { LoadFailed } from '../../../ui/states/load-failed.tsx';
import { Part } from '../factor-parts.tsx';
import { type Keys, keysQuery } from '../queries.ts';
import { keysWords as words } from './keys-words.ts';
import { MakeKey } from './make-key.tsx';

type Key = Keys['items'][number];

/** Personal keys: list, create, revoke. */
export function ProfileKeys({ profile }: { profile: Profile }) {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const { data, isError, refetch } = useQuery(keysQuery(api));
	const [fresh, setFresh] = useState<{ name: string; secret: string }>();
	const again = () => queryClient.invalidateQueries({ queryKey: keysQuery(api).queryKey });
	if (profile.status === 'unconfirmed')
		return (
			<Panel title={words.title} anchor="keys">
				<p>{words.unconfirmed}</p>
			</Panel>
		);
	const revoke = (id: string) => async (): Promise<void> => {
		await api.accounts.revokeKey({ params: { id }, body: {} });
		await again();
	};
	return (
		<Panel title={words.title} anchor="keys">
			<p>
				{words.intro}{' '}
				<a href={sitePath('/api/docs')} className={form['link'] ?? ''}>
					{words.docs}
				</a>
			</p>
			{isError ? <LoadFailed retry={() => void refetch()} /> : null}
			{fresh ? (
				<ShownOnce title={words.made(fresh.name)} note={words.once} values={[{ value: fresh.secret }]} done={() => setFresh(undefined)} />
			) : null}
			{data?.items.length === 0 ? <p>{words.none}</p> : null}
			{data && data.items.length > 0 ? (
				<ScrollBox className={`${table['scroll']} ${cards['cards']}`} label={words.table}>
					<table className={table['table']}>
						<thead>
							<tr>
								<th scope="col">{words.name}</th>
								<th scope="col">{words.scopesLabel}</th>
								<th scope="col">{words.used}</th>
								<th scope="col">{words.ends}</th>
								<th scope="col">
									<span className="visually-hidden">{words.revoke}</span>
								</th>
							</tr>
						</thead>
						<tbody>
							{data.items.map((key) => (
								<Row key={key.id} of={key} isOver={msOf(key.expires) <= msOf(data.now)} revoke={revoke(key.id)} />
							))}
						</tbody>
					</table>
				</ScrollBox>
			) : null}
			<Part title={words.make}>
				<MakeKey
					hasPassword={profile.has_password}
					made={async (name, secret) => {
						setFresh({ name, secret });
						await again();
					}}
				/>
			</Part>
		</Panel>
	);
}

function Row({ of: { name, tail, scopes, expires, used }, isOver, revoke }: { of: Key; isOver: boolean; revoke(): Promise<void> }) {
	return (
		<tr>
			<th scope="row">
				{name} <code>…{tail}</code>
			</th>
			<td data-label={words.scopesLabel}>{scopes.map((scope) => words.scopes[scope]).join('; ')}</td>
			<td data-label={words.used}>{used === null ? words.never : <When at={used} />}</td>
			<td data-label={words.ends}>
				<When at={expires} />
				{isOver ? ` (${words.ended})` : null}
			</td>
			<td>
				<ConfirmButton
					label={words.revokeNamed(name)}
					face={words.revoke}
					detail={words.revokeDetail}
					sure={words.revokeSure}
					act={revoke}
				/>
			</td>
		</tr>
	);
}

function When({ at }: { at: string }) {
	return <EtTime ms={msOf(at)}>{etDateTime(msOf(at))}</EtTime>;
}
